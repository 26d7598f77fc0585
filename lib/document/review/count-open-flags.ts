import type { Flag } from '#lib/contract/desk/review.ts';
import { parsePointer } from '../values/pointer.ts';

/** How much of a document still needs a person: open flags, and of how many fields of its schema they are; a table is one field. */
export type OpenFlagCount = { flags: number; fields: number };

/** Counts what is open. Every screen and the desk itself count with this. */
export function countOpenFlags(flags: readonly Pick<Flag, 'pointer'>[]): OpenFlagCount {
  const names = flags.flatMap(({ pointer }) => parsePointer(pointer)[0] ?? []);
  return { flags: flags.length, fields: new Set(names).size };
}

/** `13 open flags in 6 fields`; `No open flags`. */
export function describeOpenFlags({ flags, fields }: OpenFlagCount): string {
  if (flags === 0) return 'No open flags';
  const what = flags === 1 ? '1 open flag' : `${flags} open flags`;
  // A single flag is of one field, or of the document as a whole.
  return flags === 1 || fields === 0 ? what : `${what} in ${fields === 1 ? '1 field' : `${fields} fields`}`;
}

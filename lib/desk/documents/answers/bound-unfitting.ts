import { isLongerThan, shortenJson } from './shorten-json.ts';

const MOST_ENTRIES = 300;
const MOST_BYTES = 60_000;
const LONGEST_ENTRY = 4_000;
const LONGEST_POINTER = 1_000;

/** The first parts of an answer that fit no field, the longer ones shortened, and how many others there are. */
export function boundUnfitting(unfitting: Record<string, unknown>): { listed: Record<string, unknown>; left: number } {
  const listed: [pointer: string, value: unknown][] = [];
  const entries = Object.entries(unfitting);
  let left = entries.length;
  let bytes = 0;
  for (const [pointer, value] of entries.slice(0, MOST_ENTRIES)) {
    if (pointer.length > LONGEST_POINTER) continue;
    const shown = isLongerThan(value, LONGEST_ENTRY) ? shortenJson(value, LONGEST_ENTRY) : value;
    bytes += Buffer.byteLength(JSON.stringify([pointer, shown]) ?? '');
    if (bytes > MOST_BYTES) break;
    listed.push([pointer, shown]);
    left -= 1;
  }
  return { listed: Object.fromEntries(listed), left };
}

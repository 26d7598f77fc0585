import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { Flag } from '#lib/contract/desk/review.ts';
import { formatPointer } from '#lib/document/values/pointer.ts';

/** Where a flag stands that is of no value, row or table of the screen, e.g. of a rule over a field that is gone. */
export const DOCUMENT_STOP = '';

/**
 * Every place of the screen that can hold a flag, as pointers in the order of the screen: the document, then for each field its value,
 * or its table, each row and each cell.
 */
export function listStops({ schema, fields }: Pick<DeskDocumentDetail, 'schema' | 'fields'>): string[] {
  if (!schema || !fields) return [];
  const ofFields = schema.fields.flatMap((field): string[] => {
    const entry = fields[field.name];
    if (entry === undefined) return [];
    if (!Array.isArray(entry)) return [entry.pointer];
    const ofRows = entry.flatMap(({ pointer, cells }) => [
      pointer,
      ...(field.fields ?? []).flatMap(({ name }) => cells[name]?.pointer ?? []),
    ]);
    return [formatPointer(field.name), ...ofRows];
  });
  return [DOCUMENT_STOP, ...ofFields];
}

/** What tells one flag from another. A flag whose words have changed is a new one. */
export function flagKey({ pointer, reason, message }: Flag): string {
  return JSON.stringify([pointer, reason, message]);
}

/** The flags by the place where they are shown: each is shown somewhere. */
export function flagsByStop(flags: readonly Flag[], stops: readonly string[]): Map<string, Flag[]> {
  const known = new Set(stops);
  const byStop = new Map<string, Flag[]>();
  for (const flag of flags) {
    const stop = known.has(flag.pointer) ? flag.pointer : DOCUMENT_STOP;
    byStop.set(stop, [...(byStop.get(stop) ?? []), flag]);
  }
  return byStop;
}

type NextStop = {
  detail: Pick<DeskDocumentDetail, 'schema' | 'fields' | 'flags'>;
  /** Where one is; null before the first. */
  from: string | null;
  /** Backwards when -1. */
  direction?: 1 | -1;
  /** Keys of flags that are passed over: a person has looked at them. */
  seen?: ReadonlySet<string>;
};

/** The place with a flag that comes after `from`, then from the start again; null when no other is left. */
export function findNextStop({ detail, from, direction = 1, seen }: NextStop): string | null {
  const inOrder = listStops(detail);
  const open = flagsByStop(
    detail.flags.filter((flag) => !seen?.has(flagKey(flag))),
    inOrder,
  );
  const stops = direction > 0 ? inOrder : inOrder.toReversed();
  const start = from === null ? 0 : stops.indexOf(from) + 1;
  const ahead = [...stops.slice(start), ...stops.slice(0, start)];
  return ahead.find((stop) => open.has(stop) && stop !== from) ?? null;
}

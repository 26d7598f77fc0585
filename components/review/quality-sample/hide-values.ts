import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { MergedValue } from '#lib/contract/desk/review.ts';
import type { Evidence, Value } from '#lib/contract/service/extraction.ts';

/** What a person took from the page for a value; null: it is not there. `evidence`: where from, empty when typed. */
export type Entry = { value: Value; evidence: Evidence[] };

/**
 * The document as it is shown to a person who enters values without seeing them: as if nobody had decided, without flags, and each hidden
 * value with nothing but what the person entered. Its currency stays, because amounts are entered without one.
 */
export function hideValues(
  detail: DeskDocumentDetail,
  isHidden: (pointer: string) => boolean,
  entries: ReadonlyMap<string, Entry>,
): DeskDocumentDetail {
  const fields = Object.entries(detail.fields ?? {}).map(([name, entry]) => {
    if (Array.isArray(entry) || !isHidden(entry.pointer)) return [name, entry];
    return [name, blank(entry, entries.get(entry.pointer))];
  });
  return { ...detail, document: { ...detail.document, state: 'to_review' }, approval: null, flags: [], fields: Object.fromEntries(fields) };
}

function blank({ pointer, currency }: MergedValue, { value, evidence }: Entry = { value: null, evidence: [] }): MergedValue {
  return {
    pointer,
    value,
    evidence,
    text: null,
    confidence: null,
    candidates: [],
    machine_flags: [],
    status: 'machine',
    original: null,
    ...(currency === undefined ? {} : { currency }),
  };
}

import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { Evidence, Value } from '#lib/contract/service/extraction.ts';

/** What a person took from the page for a value; null: it is not there. `evidence`: where from, empty when typed. */
export type Entry = { value: Value; evidence: Evidence[] };

/**
 * The document as it is shown to a person who enters values that are withheld from them: as if nobody had decided, without flags, and each
 * withheld value with nothing but what the person entered.
 */
export function layEntriesOver(
  detail: DeskDocumentDetail,
  withheld: ReadonlySet<string>,
  entries: ReadonlyMap<string, Entry>,
): DeskDocumentDetail {
  const fields = Object.entries(detail.fields ?? {}).map(([name, entry]) => {
    if (Array.isArray(entry) || !withheld.has(entry.pointer)) return [name, entry];
    return [name, { ...entry, ...(entries.get(entry.pointer) ?? { value: null, evidence: [] }) }];
  });
  return { ...detail, document: { ...detail.document, state: 'to_review' }, approval: null, flags: [], fields: Object.fromEntries(fields) };
}

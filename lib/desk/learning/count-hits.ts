import type { HitRate } from '#lib/contract/desk/learned.ts';
import type { MergedFields } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import { isEmptyValue } from '#lib/document/values/is-empty-value.ts';
import { isSameValue } from '#lib/document/values/read-cell-text.ts';
import type { ApprovedValues } from './find-approved-values.ts';

/** A value that approved documents proposed. `documentIds`: those at the deployment, the likest first. */
type Proposal = { documentIds: readonly string[]; isRight: boolean };

/** What approved documents proposed for a document, itself or as a second opinion, and whether it is what people approved. */
export function listProposals({ extracted, opinion, fields }: ApprovedValues): Proposal[] {
  const said = Object.entries(opinion ?? {}).flatMap(([name, one]) => {
    const now = valueNow(fields, name);
    return one.remembered ? [{ documentIds: one.remembered.document_ids, isRight: now !== undefined && isSameValue(now, one.value) }] : [];
  });
  const proposed = Object.entries(extracted).flatMap(([name, entry]) => {
    if (!Array.isArray(entry)) return proposalOf(entry, valueNow(fields, name));
    return entry.flatMap((row, index) =>
      Object.entries(row).flatMap(([column, cell]) => proposalOf(cell, cellNow(fields, name, `m${index}`, column))),
    );
  });
  return [...proposed, ...said];
}

/** Adds a proposal to a hit rate. */
export function addHit(hits: HitRate, { isRight }: Proposal): void {
  hits.proposed += 1;
  if (isRight) hits.right += 1;
}

function proposalOf({ value, remembered }: { value: Value; remembered?: { document_ids: string[] } | undefined }, now: Value | undefined) {
  if (!remembered || isEmptyValue(value)) return [];
  return [{ documentIds: remembered.document_ids, isRight: JSON.stringify(now) === JSON.stringify(value) }];
}

function valueNow(fields: MergedFields, name: string): Value | undefined {
  const entry = ownValue(fields, name);
  return Array.isArray(entry) ? undefined : entry?.value;
}

/** Rows are known by the place at which they were extracted. */
function cellNow(fields: MergedFields, name: string, key: string, column: string): Value | undefined {
  const entry = ownValue(fields, name);
  const row = Array.isArray(entry) ? entry.find((one) => one.key === key) : undefined;
  return row && ownValue(row.cells, column)?.value;
}

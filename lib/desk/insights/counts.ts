import type { Effort } from '#lib/contract/desk/insights/effort.ts';
import { CONFIDENCE_STEPS, type ReviewCounts } from '#lib/contract/desk/insights/insights.ts';
import type { DocumentKind } from '#lib/contract/service/classification.ts';
import type { JudgedValue } from '#lib/document/review/judge-values.ts';

/** Sums by the name of what was counted. */
export type Measures = Record<string, number>;

/** What one decided document adds to the sums. `day` and `hour` are those of its decision in UTC. */
export type Counts = {
  day: string;
  hour: string;
  schemaId: string;
  schemaVersion: number;
  deploymentId: string;
  /** Empty where figures of people are switched off. */
  personId: string;
  fields: Record<string, Measures>;
  /** See `countEvidence`; not in what earlier versions kept. */
  evidence?: { engine: string; fields: Record<string, Measures> };
  review: ReviewCounts;
  /** Of an approved document whose kind the engine was asked for: its likeliest schema, and whether it chose that by itself. */
  kind?: { likeliestId: string; isSure: boolean };
};

/** Beginnings of the measures `confidence:CLASS:right|wrong` and `reason:REASON:needed|needless`. */
export const CONFIDENCE_MEASURE = 'confidence';
export const REASON_MEASURE = 'reason';

/** The class of a confidence: its index in `CONFIDENCE_STEPS`. */
export function confidenceClassOf(confidence: number): number {
  return Math.max(
    0,
    CONFIDENCE_STEPS.findLastIndex((step) => step <= confidence),
  );
}

/**
 * Sums over the values of one approved document, by field: each verdict, `flagged`, `needless` (flagged and not changed), `unflagged`
 * (changed and not flagged), `timed`, `seconds` and `keys`, and those that begin as above.
 */
export function countFields(judged: readonly JudgedValue[], effort: Effort | null): Record<string, Measures> {
  const fields = new Map<string, Measures>();
  const measuresOf = (field: string) => fields.get(field) ?? fields.set(field, {}).get(field)!;
  for (const { field, verdict, confidence, reasons } of judged) {
    const measures = measuresOf(field);
    const isChanged = verdict !== 'right' && verdict !== 'absent';
    add(measures, verdict);
    if (isChanged && reasons.length === 0) add(measures, 'unflagged');
    if (reasons.length > 0) add(measures, 'flagged');
    if (reasons.length > 0 && !isChanged) add(measures, 'needless');
    for (const reason of reasons) add(measures, `${REASON_MEASURE}:${reason}:${isChanged ? 'needed' : 'needless'}`);
    if (confidence !== null) add(measures, `${CONFIDENCE_MEASURE}:${confidenceClassOf(confidence)}:${isChanged ? 'wrong' : 'right'}`);
  }
  for (const [field, spent] of Object.entries(effort?.fields ?? {})) {
    const measures = fields.get(field);
    if (!measures) continue;
    add(measures, 'timed');
    add(measures, 'seconds', spent.seconds);
    add(measures, 'keys', spent.keys);
  }
  return Object.fromEntries(fields);
}

/** Sums over one decision. @param changed values that people changed */
export function countReview(kind: 'approve' | 'auto_approve' | 'reject', changed: number, effort: Effort | null): ReviewCounts {
  return {
    approved: kind === 'approve' ? 1 : 0,
    unchanged: kind === 'approve' && changed === 0 ? 1 : 0,
    rejected: kind === 'reject' ? 1 : 0,
    automatic: kind === 'auto_approve' ? 1 : 0,
    timed: effort ? 1 : 0,
    seconds: effort?.seconds ?? 0,
    keys: effort?.keys ?? 0,
  };
}

/** What a document says of finding kinds; nothing where the engine was not asked or had nothing to say. */
export function countKind(kind: DocumentKind | null): Counts['kind'] {
  const [likeliest] = kind?.choices ?? [];
  return likeliest && { likeliestId: likeliest.schema_id, isSure: kind?.reason === null };
}

function add(measures: Measures, measure: string, count = 1): void {
  measures[measure] = (measures[measure] ?? 0) + count;
}

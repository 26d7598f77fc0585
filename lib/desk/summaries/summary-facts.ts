import type { SummaryFact } from '#lib/contract/desk/deployment.ts';
import type { MergedFields } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { formatValue } from '#lib/document/values/format-value.ts';

/** Confidence from which on a value that nobody has looked at is told as a fact; without one, the desk's own engine must have found the same. */
const SURE = 0.75;
const MOST_FACTS = 12;

/** The values of a document that a person has said or the engine is sure of, in the schema's order; rows are left out. */
export function listSummaryFacts({ fields }: Pick<Schema, 'fields'>, merged: MergedFields): SummaryFact[] {
  const facts = fields.flatMap(({ name, label, type }): SummaryFact[] => {
    const entry = ownValue(merged, name);
    if (!entry || Array.isArray(entry) || entry.value === null) return [];
    const byPerson = entry.status === 'confirmed' || entry.status === 'corrected';
    const isSure = entry.confidence === null ? entry.support === 'agrees' : entry.confidence >= SURE;
    if (!byPerson && !isSure) return [];
    const text = [formatValue(type, entry.value), entry.currency].filter(Boolean).join(' ');
    return [{ label: label || name, text, evidence: entry.evidence, by_person: byPerson }];
  });
  return facts.slice(0, MOST_FACTS);
}

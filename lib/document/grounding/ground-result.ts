import { newRecord } from '#lib/contract/json/new-record.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Evidence, ExtractedRow, ExtractedValue, ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { isSameValue } from '../values/read-cell-text.ts';
import { groundRows } from './ground-rows.ts';
import { type Located, rankEvidence } from './locate.ts';

/** What a value is worth whose deployment says nothing about how sure it is: when it stands on the page, and when not. */
const SEEN = 0.7;
const UNSEEN = 0.3;
const UNKNOWN = 0.5;
/** Places of one value that are looked at. */
const MOST_PLACES = 200;
/** Places of a list's entries that are kept. */
const MOST_ENTRIES = 50;

/**
 * Finds on the pages where the values of a bare answer stand. Of several places of a value the one is taken that the
 * other engine's answer vouches for, then the one nearest to words of the field's name; cells of rows must stand together.
 * Values with evidence of their own stay as they are; what stands nowhere says so by the flag `not_on_page`.
 * @param opinion what another engine would answer, for its places only; its values are not used
 */
export function groundResult(input: {
  fields: readonly Field[];
  result: ExtractionResult;
  pages: readonly Page[];
  opinion?: ExtractionResult | null;
}): ExtractionResult {
  const { fields, result, pages, opinion } = input;
  const grounded = Object.assign(newRecord<ExtractionResult['fields'][string]>(), result.fields);
  for (const field of fields) {
    const answer = ownValue(result.fields, field.name);
    const other = opinion ? ownValue(opinion.fields, field.name) : undefined;
    if (answer === undefined) continue;
    if (Array.isArray(answer)) {
      const rows = Array.isArray(other) ? other : [];
      grounded[field.name] = groundRows(answer, field.fields ?? [], pages, rows).map((row, index) =>
        settleRow(answer[index] ?? {}, row, field.fields ?? []),
      );
    } else {
      grounded[field.name] = groundValue(field as RowField, answer, pages, other && !Array.isArray(other) ? other : null);
    }
  }
  return { ...result, fields: grounded };
}

function groundValue(field: RowField, answer: ExtractedValue, pages: readonly Page[], other: ExtractedValue | null): ExtractedValue {
  if (!isSought(answer)) return answer;
  const vouched = other ? placesVouched(field, answer, other) : [];
  if (vouched.length > 0) return settle(field, answer, vouched);
  if (Array.isArray(answer.value))
    return settle(
      field,
      answer,
      locateAll(field, answer, pages, MOST_ENTRIES).map(({ evidence }) => evidence),
    );
  const best = locateAll(field, answer, pages, MOST_PLACES)[0];
  return settle(field, answer, best ? [best.evidence] : []);
}

function isSought({ value, evidence }: ExtractedValue): boolean {
  return evidence.length === 0 && value !== null && value !== '' && typeof value !== 'boolean';
}

function placesVouched(field: RowField, answer: ExtractedValue, other: ExtractedValue): Evidence[] {
  if (other.evidence.some(({ box }) => box) && isSameValue(other.value, answer.value)) return other.evidence;
  const candidates = other.candidates.filter(({ value, evidence }) => evidence.some(({ box }) => box) && isSameValue(value, answer.value));
  const best = candidates.sort((a, b) => b.confidence - a.confidence)[0];
  // a name may stand in many places: only the engine's own answer says more than nearness of the label
  return best && field.type !== 'string' ? best.evidence : best && best.confidence > 0.2 ? best.evidence : [];
}

/** Places of a value, by its value and by the text the deployment gave with it. */
function locateAll(field: RowField, answer: ExtractedValue, pages: readonly Page[], limit: number): Located[] {
  const options = { label: `${field.label} ${field.name}`, limit };
  const places = rankEvidence(answer.value, field.type, pages, options);
  if (places.length > 0 || !answer.text || answer.text === answer.value) return places;
  return rankEvidence(answer.text, 'string', pages, options);
}

function settleRow(before: ExtractedRow, places: Record<string, Evidence | null>, columns: readonly RowField[]): ExtractedRow {
  const row = Object.assign(newRecord<ExtractedValue>(), before);
  for (const column of columns) {
    const answer = ownValue(before, column.name);
    if (!answer || !isSought(answer)) continue;
    const place = ownValue(places, column.name);
    row[column.name] = settle(column, answer, place ? [place] : []);
  }
  return row;
}

/** The value with its places. Options of an enum are often said in other words: that they stand nowhere is no doubt. */
function settle(field: RowField, answer: ExtractedValue, evidence: Evidence[]): ExtractedValue {
  const isUnknown = answer.confidence === UNKNOWN;
  if (evidence.length > 0) {
    const text = answer.text ?? evidence.map((place) => place.text).join(' ');
    return {
      ...answer,
      evidence,
      text,
      ...(isUnknown ? { confidence: SEEN, reason: 'From the document service; found on the page by the desk.' } : {}),
    };
  }
  if (field.type === 'enum') return answer;
  return {
    ...answer,
    ...(isUnknown ? { confidence: UNSEEN } : {}),
    reason: 'From the document service; it was not found on the pages.',
    flags: [...new Set([...(answer.flags ?? []), 'not_on_page' as const])],
  };
}

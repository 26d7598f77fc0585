import { newRecord } from '#lib/contract/json/new-record.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Evidence, ExtractedRow, ExtractedValue, ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { isSameValue } from '../values/read-cell-text.ts';
import { groundRows } from './ground-rows.ts';
import { judgeSupport } from './judge-support.ts';
import { type Located, rankEvidence } from './locate.ts';
import { matchRows } from './match-rows.ts';

/** How near the words of a field's name must be for a value to stand beside it (`Located.near`). */
const BESIDE = 0.5;
/** Places of one value that are looked at. */
const MOST_PLACES = 200;
/** Places of a list's entries that are kept. */
const MOST_ENTRIES = 50;

/**
 * Finds on the pages where the values of a bare answer stand. Of several places of a value the one is taken that the
 * other engine's answer vouches for, then the one nearest to words of the field's name; cells of rows must stand together.
 * Values with evidence of their own keep it; what stands nowhere says so by the flag `not_on_page`. Values without a
 * confidence get the support that the pages and the other engine give them.
 * @param opinion what another engine would answer
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
      const columns = field.fields ?? [];
      const rows = Array.isArray(other) ? other : [];
      const matched = matchRows(answer, rows, columns);
      grounded[field.name] = groundRows(answer, columns, pages, rows).map((places, index) =>
        settleRow(answer[index] ?? {}, places, columns, matched[index] ?? null),
      );
    } else {
      grounded[field.name] = groundValue(field as RowField, answer, pages, other && !Array.isArray(other) ? other : null);
    }
  }
  return { ...result, fields: grounded };
}

function groundValue(field: RowField, answer: ExtractedValue, pages: readonly Page[], other: ExtractedValue | null): ExtractedValue {
  const placed = placeValue(field, answer, pages, other);
  const isExpected = () => locateAll(field, answer, pages, MOST_PLACES).some(({ near }) => near >= BESIDE);
  return answer.support ? judgeSupport(placed, other, isExpected) : placed;
}

function placeValue(field: RowField, answer: ExtractedValue, pages: readonly Page[], other: ExtractedValue | null): ExtractedValue {
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
  // the digits of a number may stand in a code, which is not the number
  if (typeof answer.value === 'number' && !/\p{L}/u.test(answer.text)) return places;
  return rankEvidence(answer.text, 'string', pages, options);
}

/** @param other the row of the other engine that means the same */
function settleRow(
  before: ExtractedRow,
  places: ReturnType<typeof groundRows>[number],
  columns: readonly RowField[],
  other: ExtractedRow | null,
): ExtractedRow {
  const row = Object.assign(newRecord<ExtractedValue>(), before);
  const isRow = Object.values(places).filter((place) => place?.isInRow).length > 1;
  for (const column of columns) {
    const answer = ownValue(before, column.name);
    if (!answer) continue;
    const place = ownValue(places, column.name);
    const cell = other ? (ownValue(other, column.name) ?? null) : null;
    const vouched = cell && isSameValue(cell.value, answer.value) ? cell.evidence : [];
    const placed = isSought(answer) ? settle(column, answer, place ? [place.evidence] : vouched) : answer;
    row[column.name] = judgeSupport(placed, cell, () => isRow && place?.isInRow === true);
  }
  return row;
}

/** The value with its places. Options of an enum are often said in other words: that they stand nowhere is no doubt. */
function settle(field: RowField, answer: ExtractedValue, evidence: Evidence[]): ExtractedValue {
  if (evidence.length > 0) {
    const text = answer.text ?? evidence.map((place) => place.text).join(' ');
    return {
      ...answer,
      evidence,
      text,
      ...(answer.support ? { reason: 'From the document service; found on the page by the desk.' } : {}),
    };
  }
  if (field.type === 'enum') return answer;
  return {
    ...answer,
    reason: 'From the document service; it was not found on the pages.',
    flags: [...new Set([...(answer.flags ?? []), 'not_on_page' as const])],
  };
}

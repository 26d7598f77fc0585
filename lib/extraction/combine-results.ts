import { newRecord } from '#lib/contract/json/new-record.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Candidate, ExtractedRow, ExtractedValue, ExtractionResult } from '#lib/contract/service/extraction.ts';
import { sameValue } from './values/same-value.ts';

function asCandidate(value: ExtractedValue, engine: string): Candidate {
  return { value: value.value, text: value.text, confidence: value.confidence, evidence: value.evidence, reason: `Read by ${engine}.` };
}

function combineValue(local: ExtractedValue, model: ExtractedValue, lastPage: number | null): ExtractedValue {
  if (model.value === null && isUnread([local], lastPage)) return local;
  if (sameValue(local.value, model.value)) {
    // Two readers that err independently: both wrong in the same way is rare.
    const confidence = local.value === null ? local.confidence : 1 - (1 - local.confidence) * (1 - model.confidence);
    return { ...local, confidence, evidence: local.evidence.length > 0 ? local.evidence : model.evidence };
  }
  const takesModel = model.value !== null && !model.flags?.includes('not_on_page') && (local.value === null || local.confidence < 0.5);
  const [taken, other] = takesModel ? [model, local] : [local, model];
  const names = takesModel ? ['the local engine', 'the language model'] : ['the language model', 'the local engine'];
  const others = [...local.candidates].filter(
    (candidate) => !sameValue(candidate.value, other.value) && !sameValue(candidate.value, taken.value),
  );
  return {
    ...taken,
    confidence: Math.min(taken.confidence, 0.6),
    candidates: [asCandidate(taken, names[1]!), ...(other.value === null ? [] : [asCandidate(other, names[0]!)]), ...others],
    flags: [...new Set([...(taken.flags ?? []), 'engines_differ' as const])],
  };
}

/** How much speaks for two rows being the same one: values they share, cells on one line of a page. */
function likeness(a: ExtractedRow, b: ExtractedRow): number {
  let score = 0;
  for (const [name, cell] of Object.entries(a)) {
    const other = ownValue(b, name);
    if (!other || cell.value === null) continue;
    if (sameValue(cell.value, other.value)) score += 1;
    if (isOnOneLine(cell, other)) score += 1;
  }
  return score;
}

function isOnOneLine(a: ExtractedValue, b: ExtractedValue): boolean {
  const [one, other] = [a.evidence[0], b.evidence[0]];
  if (!one?.box || !other?.box || one.page !== other.page) return false;
  const overlap = Math.min(one.box[3], other.box[3]) - Math.max(one.box[1], other.box[1]);
  return overlap > Math.min(one.box[3] - one.box[1], other.box[3] - other.box[1]) / 2;
}

function doubt(row: ExtractedRow): ExtractedRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [
      name,
      { ...cell, confidence: Math.min(cell.confidence, 0.6), flags: [...new Set([...(cell.flags ?? []), 'engines_differ' as const])] },
    ]),
  );
}

/** Pairs of rows that mean the same one, the likeliest first, each row once: local index to model index. */
function pairRows(local: ExtractedRow[], model: ExtractedRow[]): Map<number, number> {
  const all = local.flatMap((row, mine) =>
    model.map((other, theirs) => ({ mine, theirs, score: likeness(row, other) })).filter(({ score }) => score > 0),
  );
  all.sort((a, b) => b.score - a.score || Math.abs(a.mine - a.theirs) - Math.abs(b.mine - b.theirs));
  const pairs = new Map<number, number>();
  const taken = new Set<number>();
  for (const { mine, theirs } of all) {
    if (pairs.has(mine) || taken.has(theirs)) continue;
    pairs.set(mine, theirs);
    taken.add(theirs);
  }
  return pairs;
}

/** Page and height of the first cell that stands somewhere, as one number that grows down the document; null for none. */
function heightOf(row: ExtractedRow): number | null {
  const at = Object.values(row).flatMap(({ evidence }) => evidence.filter(({ box }) => box !== null))[0];
  return at?.box ? at.page + Math.min(0.999, at.box[1]) : null;
}

/**
 * The local rows, each compared with the model's row it shares most with; rows that only one engine saw are doubted, those of the
 * model kept when they stand on a page, where they stand.
 */
function combineRows(local: ExtractedRow[], model: ExtractedRow[], lastPage: number | null): ExtractedRow[] {
  const pairs = pairRows(local, model);
  const rows = local.map((mine, index) => {
    const theirs = model[pairs.get(index) ?? -1];
    if (!theirs) return isUnread(Object.values(mine), lastPage) ? mine : doubt(mine);
    return Object.fromEntries(
      Object.keys(mine).map((name) => [name, combineValue(ownValue(mine, name)!, ownValue(theirs, name)!, lastPage)]),
    );
  });
  const paired = new Set(pairs.values());
  for (const [index, row] of model.entries()) {
    const height = paired.has(index) ? null : heightOf(row);
    if (height === null) continue;
    const next = rows.findIndex((other) => (heightOf(other) ?? 0) > height);
    rows.splice(next < 0 ? rows.length : next, 0, doubt(row));
  }
  return rows;
}

/** True when all places of the values are on pages that the model was not asked about. */
function isUnread(values: ExtractedValue[], lastPage: number | null): boolean {
  const pages = values.flatMap(({ evidence }) => evidence.map(({ page }) => page));
  return lastPage !== null && pages.length > 0 && pages.every((page) => page > lastPage);
}

/**
 * Lays the second engine's result beside the local one: agreement raises confidence, difference lowers it and becomes the
 * flag `engines_differ` with both values as candidates. Where the local engine found nothing or is unsure, a value the
 * model gave and that stands on the page is taken (yes, no and options stand nowhere and are taken too, with the flag).
 * @param lastPage the last page the model was asked about; null when it was asked about all
 */
export function combineResults(local: ExtractionResult, model: ExtractionResult, lastPage: number | null = null): ExtractionResult {
  const fields: ExtractionResult['fields'] = newRecord();
  for (const [name, mine] of Object.entries(local.fields)) {
    const theirs = ownValue(model.fields, name);
    if (theirs === undefined || Array.isArray(mine) !== Array.isArray(theirs)) fields[name] = mine;
    else if (Array.isArray(mine)) fields[name] = combineRows(mine, theirs as ExtractedRow[], lastPage);
    else fields[name] = combineValue(mine, theirs as ExtractedValue, lastPage);
  }
  return { ...local, fields, engine: `${local.engine} + ${model.engine}` };
}

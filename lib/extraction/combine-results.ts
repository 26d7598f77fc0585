import type { Candidate, ExtractedRow, ExtractedValue, ExtractionResult } from '#lib/contract/extraction.ts';
import { sameValue } from './same-value.ts';

function asCandidate(value: ExtractedValue, engine: string): Candidate {
  return { value: value.value, text: value.text, confidence: value.confidence, evidence: value.evidence, reason: `Read by ${engine}.` };
}

function combineValue(local: ExtractedValue, model: ExtractedValue): ExtractedValue {
  if (sameValue(local.value, model.value)) {
    // Two readers that err independently: both wrong in the same way is rare.
    const confidence = local.value === null ? local.confidence : 1 - (1 - local.confidence) * (1 - model.confidence);
    return { ...local, confidence, evidence: local.evidence.length > 0 ? local.evidence : model.evidence };
  }
  const takesModel = model.value !== null && model.evidence.length > 0 && (local.value === null || local.confidence < 0.5);
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

function agreement(a: ExtractedRow, b: ExtractedRow): number {
  return Object.keys(a).filter((name) => a[name]!.value !== null && sameValue(a[name]!.value, b[name]?.value ?? null)).length;
}

function doubt(row: ExtractedRow): ExtractedRow {
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [
      name,
      { ...cell, confidence: Math.min(cell.confidence, 0.6), flags: [...new Set([...(cell.flags ?? []), 'engines_differ' as const])] },
    ]),
  );
}

/** The longer list leads; each of its rows is compared with the unused row of the other that agrees most. */
function combineRows(local: ExtractedRow[], model: ExtractedRow[]): ExtractedRow[] {
  const leadsLocal = local.length >= model.length;
  const [lead, follow] = leadsLocal ? [local, [...model]] : [model, [...local]];
  return lead.map((row) => {
    let best = -1;
    follow.forEach((candidate, index) => {
      if (agreement(row, candidate) > (best < 0 ? 0 : agreement(row, follow[best]!))) best = index;
    });
    const [partner] = best < 0 ? [] : follow.splice(best, 1);
    if (!partner) return doubt(row);
    const [mine, theirs] = leadsLocal ? [row, partner] : [partner, row];
    return Object.fromEntries(Object.keys(row).map((name) => [name, combineValue(mine[name]!, theirs[name]!)]));
  });
}

/**
 * Lays the second engine's result beside the local one: agreement raises confidence, difference lowers it and becomes the
 * flag `engines_differ` with both values as candidates. Where the local engine found nothing or is unsure, a value the
 * model gave and that stands on the page is taken.
 */
export function combineResults(local: ExtractionResult, model: ExtractionResult): ExtractionResult {
  const fields: ExtractionResult['fields'] = {};
  for (const [name, mine] of Object.entries(local.fields)) {
    const theirs = model.fields[name];
    if (theirs === undefined || Array.isArray(mine) !== Array.isArray(theirs)) fields[name] = mine;
    else if (Array.isArray(mine)) fields[name] = combineRows(mine, theirs as ExtractedRow[]);
    else fields[name] = combineValue(mine, theirs as ExtractedValue);
  }
  return { ...local, fields, engine: `${local.engine} + ${model.engine}` };
}

import type { Box } from '#lib/contract/service/box.ts';
import type { Evidence, ExtractedValue, Candidate as PublicCandidate, Value } from '#lib/contract/service/extraction.ts';
import { unionAll } from '#lib/document/geometry/box.ts';
import type { Candidate } from '../candidates/candidate.ts';
import { type ExtractionContext, RELATIONS, type RelationName } from '../scoring/extraction-context.ts';
import { NO_MATCH } from '../terms/label-index.ts';
import { type DocumentView, textOfTokens } from '../view/document-view.ts';

/** Evidence for ranges of tokens: one entry a page, with the box around the words. */
export function evidenceOf(view: DocumentView, ranges: readonly (readonly [number, number])[], page: number, box?: Box): Evidence[] {
  const reading = view.pages[page]?.page;
  if (!reading) return [];
  const words: number[] = [];
  const texts: string[] = [];
  for (const [start, end] of ranges) {
    texts.push(textOfTokens(view, start, end));
    for (let index = start; index < end; index++) {
      const word = view.tokens[index]?.word;
      if (word !== undefined && words.at(-1) !== word) words.push(word);
    }
  }
  const boxes = words.flatMap((word) => reading.words[word]?.box ?? []).length
    ? words.map((word) => reading.words[word]?.box ?? [0, 0, 0, 0])
    : [];
  if (!boxes.length) return box ? [{ page: reading.number, box, text: texts.join(' ') }] : [];
  const evidence: Evidence = { page: reading.number, box: unionAll(boxes as Box[]), text: texts.join(' '), words };
  if (reading.cell_addresses) {
    const addresses = words.map((word) => reading.cell_addresses?.[word]).filter((address): address is string => Boolean(address));
    const first = addresses[0];
    const last = addresses.at(-1);
    if (first) evidence.range = first === last ? first : `${first}:${last}`;
    const sheet = reading.grid?.sheet ?? reading.name;
    if (sheet) evidence.sheet = sheet;
  }
  return [evidence];
}

const WHERE: Record<RelationName, string> = {
  inline: 'stands behind',
  left: 'stands right of',
  left2: 'stands right of',
  above: 'stands under',
  above2: 'stands under',
  header: 'stands in the column',
  tableHeader: 'stands in the column',
  tableRow: 'stands in the row',
  below: 'stands over',
  right: 'stands left of',
};

/** Why a candidate was considered for a field, in plain words, or undefined when nothing around it names the field. */
export function reasonOf(context: ExtractionContext, field: number, index: number): string | undefined {
  const around = context.around(index);
  let best: { name: RelationName; score: number } | null = null;
  for (const name of RELATIONS) {
    const relation = around[name];
    if (!relation) continue;
    const { score } = context.labels.match(relation.start, relation.end)[field] ?? NO_MATCH;
    if (score > 0.3 && score > (best?.score ?? 0)) best = { name, score };
  }
  const candidate = context.pool.candidates[index];
  const stated = candidate?.statedLabels?.[0]?.slice(0, 60);
  if (stated && candidate?.origin === 'form') return `filled into the form field “${stated}”`;
  if (stated && candidate?.origin === 'recogniser') return `read from the document’s machine-readable code as “${stated}”`;
  const relation = best && around[best.name];
  if (best && relation) return `${WHERE[best.name]} “${textOfTokens(context.view, relation.start, relation.end).slice(0, 60)}”`;
  if (stated) return `has the form and the check digits of “${stated}”`;
  const role = context.profiles[field]?.role;
  if (role && context.party(index)?.role === role) return 'stands in the block of that party';
  return undefined;
}

/** A candidate in the form of the contract. */
export function publicCandidate(
  context: ExtractionContext,
  field: number,
  index: number,
  confidence: number,
  value?: Value,
): PublicCandidate {
  const candidate = context.pool.candidates[index] as Candidate;
  const reason = reasonOf(context, field, index);
  return {
    value: value ?? candidate.value,
    text: candidate.text,
    confidence,
    evidence: evidenceOf(context.view, candidate.ranges, candidate.page, candidate.box),
    ...(reason ? { reason } : {}),
  };
}

/** The entry of a field for which nothing was found. */
export function nothingFound(reason: string, confidence: number, candidates: PublicCandidate[] = []): ExtractedValue {
  return { value: null, text: null, confidence, evidence: [], candidates, reason };
}

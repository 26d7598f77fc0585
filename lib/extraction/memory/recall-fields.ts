import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { AnsweredDocument } from '../answers/answer-scalars.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { calibrate, scoreForest } from '../scoring/weights.ts';
import { nothingFound, publicCandidate } from '../values/build-value.ts';
import { preserveAlternatives } from '../values/preserve-alternatives.ts';
import { describeProposals } from './describe-proposal.ts';
import { LAYOUT_LIKENESS } from './find-alike.ts';
import type { Remembered } from './lesson.ts';
import { loadMemoryWeights, type MemoryWeights } from './memory-weights.ts';
import { PrintIndex } from './print-index.ts';
import { type FieldMemory, memoryOf, type Proposal, propose } from './propose.ts';
import { type FieldRecord, recordFor, type TrackRecord } from './track-record.ts';

/** Chance from which a value needs no look. */
const SURE = 0.85;
/** Match from which a print bears a value out. */
const STANDS_ALIKE = 0.6;
/** Ids given with a value: of the likest documents. */
const MOST_IDS = 5;

/**
 * Weighs what approved documents propose against the engine's answers, field by field, by one learned decision. What the file itself
 * states stays, and so do lists, of which memory knows nothing; for rows see `recallRows`.
 * @returns the answers by field, those that memory bears out or replaces with `remembered`
 */
export function recallFields(
  { context, answers, stated }: AnsweredDocument,
  memory: readonly Remembered[],
  records: TrackRecord,
  given?: MemoryWeights,
): AnsweredDocument['answers'] {
  if (memory.length === 0) return answers;
  const weights = loadMemoryWeights(given);
  const prints = new PrintIndex(context);
  const recalled = new Map(answers);
  context.profiles.forEach(({ field }, index) => {
    const answer = answers.get(field.name);
    const known = memoryOf(memory, field);
    if (!answer || Array.isArray(answer) || field.type === 'list' || stated.has(field.name) || known.length === 0) return;
    recalled.set(field.name, recallField({ context, prints, weights }, index, answer, known, recordFor(records, field.name, answer)));
  });
  return recalled;
}

function recallField(
  { context, prints, weights }: { context: ExtractionContext; prints: PrintIndex; weights: MemoryWeights },
  field: number,
  answer: ExtractedValue,
  memory: readonly FieldMemory[],
  record: FieldRecord,
): ExtractedValue {
  const profile = context.profiles[field];
  if (!profile) return answer;
  const proposals = propose(context, prints, field, answer, memory);
  const vectors = describeProposals(profile, answer, memory, proposals, record);
  const scored = proposals.map((proposal, at) => ({ proposal, score: scoreForest(weights.forest, vectors[at] ?? new Float32Array()) }));
  scored.sort((a, b) => b.score - a.score);
  const own = scored.find(({ proposal }) => proposal.isEngine);
  const best = scored[0];
  if (!own || !best) return answer;
  const chance = calibrate(weights.calibration, best.score);
  // a value that is printed gives way to nothing only where that needs no look any more
  const least = best.proposal.value === null && answer.value !== null ? SURE : weights.least;
  const isTaken = best.proposal.isEngine || chance >= least;
  const { proposal, score } = isTaken ? best : own;
  const confidence = Math.min(calibrate(weights.calibration, score), certaintyOfText(context, proposal, answer));
  const remembered = rememberedBy(proposal, memory);
  if (proposal.isEngine) return { ...answer, confidence, ...(remembered ? { remembered } : {}), ...tellRecord(record) };
  return preserveAlternatives(answerOf(context, field, proposal, confidence, remembered), answer);
}

function tellRecord({ right, count, untouched, likely }: FieldRecord): Pick<ExtractedValue, 'record'> {
  if (count === 0) return {};
  return { record: { right, count, ...(untouched > 0 ? { untouched, likely: Math.round(likely) } : {}) } };
}

/** The answer that memory gives. */
function answerOf(
  context: ExtractionContext,
  field: number,
  { value, index, candidate, constants }: Proposal,
  confidence: number,
  remembered: ExtractedValue['remembered'],
): ExtractedValue {
  const more = remembered ? { remembered } : {};
  if (value === null) return { ...nothingFound('Approved documents like this one have no such value.', confidence), ...more };
  const reason = constants.size > 0 ? 'as in approved documents like this one' : 'found in the same place as in approved documents';
  const isChoice = context.profiles[field]?.field.type === 'enum';
  if (index === null && candidate) return { ...candidate, value, confidence, candidates: [], reason, ...more };
  if (index === null) {
    const flags: ExtractedValue['flags'] = typeof value === 'string' && !isChoice ? ['not_on_page'] : [];
    return { value, text: null, confidence, evidence: [], candidates: [], reason, ...(flags.length ? { flags } : {}), ...more };
  }
  const print = publicCandidate(context, field, index, confidence, value);
  const currency = context.pool.candidates[index]?.currency;
  const isMoney = context.profiles[field]?.field.type === 'money';
  return { ...print, candidates: [], reason, ...(currency && isMoney ? { currency } : {}), ...more };
}

/** What a value read from recognised print is worth at most: no value is surer than its text, unless that text was approved before. */
function certaintyOfText(context: ExtractionContext, { value, index, constants, isEngine }: Proposal, answer: ExtractedValue): number {
  if (value === null || constants.size > 0) return 1;
  if (index !== null) return context.textFacts(index).confidence;
  return isEngine ? answer.evidence.reduce((least, { page, words }) => Math.min(least, certaintyOfWords(context, page, words)), 1) : 1;
}

function certaintyOfWords(context: ExtractionContext, page: number, words: readonly number[] = []): number {
  const read = context.view.reading.pages.find(({ number }) => number === page);
  return words.reduce((least, word) => Math.min(least, read?.words[word]?.confidence ?? 1), 1);
}

/** The documents that bear a value out, the likest first. */
function rememberedBy({ places, constants }: Proposal, memory: readonly FieldMemory[]): ExtractedValue['remembered'] {
  const isSame = constants.size > 0;
  const bearing = memory
    .filter(({ id }) => (isSame ? constants.has(id) : (places.get(id)?.score ?? 0) >= STANDS_ALIKE))
    .sort((a, b) => b.likeness - a.likeness || (a.id < b.id ? 1 : -1));
  const [likest] = bearing;
  if (!likest) return undefined;
  const seen = memory.filter(({ likeness }) => likeness >= LAYOUT_LIKENESS).length;
  const ids = bearing.slice(0, MOST_IDS).map(({ id }) => id);
  return { basis: isSame ? 'value' : 'place', document_ids: ids, seen, likeness: Math.round(likest.likeness * 100) / 100 };
}

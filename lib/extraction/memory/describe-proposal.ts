import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { ANSWER_GROUPS, answerGroupOf, logOdds } from '../scoring/weights.ts';
import type { FieldProfile } from '../terms/field-profile.ts';
import type { PrintMatch } from './match-print.ts';
import { type FieldMemory, type Proposal, valueOverlap } from './propose.ts';
import type { FieldRecord } from './track-record.ts';

const SIDES = ['left', 'above', 'head', 'row', 'right', 'below', 'shape', 'across', 'down'] as const;

/** Names of what a proposal is judged by, in the order of `describeProposals`. */
export const MEMORY_FEATURES: readonly string[] = [
  ...['is_engine', 'is_nothing', 'confidence', 'answer_confidence', 'answer_is_nothing', 'is_decided'],
  ...['likeness_best', 'likeness_second', 'likeness_of_place', 'likeness_of_constant', 'documents'],
  ...['place_best', 'place_mean', 'place_lead', 'label_best', 'label_count', ...SIDES.map((side) => `place_${side}`)],
  ...['constant_share', 'constant_count', 'constants', 'nothing_share', 'presence', 'repairs', 'known'],
  ...['engine_right', 'engine_wrong', 'engine_overlap', 'other_place', 'other_constant', 'other_confidence'],
  ...['recorded_confidence', 'recorded_answer', 'record_count'],
  ...ANSWER_GROUPS.map((group) => `group_${group}`),
  'group_choice',
];

/** Overlap from which a neighbour is the same label. */
const SAME_LABEL = 0.8;
/** Log-odds that stand for certainty either way. */
const CERTAIN = 7;

/**
 * Feature vectors of the proposals of one field, in their order.
 * @param record how answers like the engine's turned out before
 */
export function describeProposals(
  profile: FieldProfile,
  answer: ExtractedValue,
  memory: readonly FieldMemory[],
  proposals: readonly Proposal[],
  record: FieldRecord,
): Float32Array[] {
  const weight = memory.reduce((sum, { likeness }) => sum + likeness, 0) || 1;
  const shareOf = (isIn: (one: FieldMemory) => boolean) => memory.reduce((sum, one) => sum + (isIn(one) ? one.likeness : 0), 0) / weight;
  const likest = memory.map(({ likeness }) => likeness).sort((a, b) => b - a);
  const places = proposals.map((proposal) => bestPlace(proposal, memory));
  const constants = proposals.map(({ constants }) => shareOf(({ id }) => constants.has(id)));
  const means = proposals.map(
    ({ places: found }) => memory.reduce((sum, { id, likeness }) => sum + likeness * (found.get(id)?.score ?? 0), 0) / weight,
  );
  const labels = proposals.map(({ places: found }) => {
    const named = [...found.values()].map(({ left, above, head, row }) => Math.max(left, above, head, row));
    return { best: Math.max(0, ...named), count: named.filter((overlap) => overlap >= SAME_LABEL).length };
  });
  const other = (values: readonly number[], at: number) =>
    values.reduce((most, value, index) => (index === at ? most : Math.max(most, value)), 0);
  const confidences = proposals.map(({ confidence }) => confidence);
  const right = memory.reduce((sum, { likeness, lesson }) => sum + (lesson.isRight ? likeness : 0), 0);
  const wrong = memory.reduce((sum, { likeness, lesson }) => sum + (lesson.isRight ? 0 : likeness), 0);
  const group = profile.kind === 'boolean' || profile.kind === 'enum' ? 'choice' : answerGroupOf(profile.kind, false);
  const oddsOf = (confidence: number) => (confidence > 0 ? logOdds(confidence) : -CERTAIN);
  const recorded = logOdds(answer.confidence) + record.shift;
  return proposals.map((proposal, at) => {
    const place = places[at];
    const likenessOf = (ids: Iterable<string>) => {
      const wanted = new Set(ids);
      return memory.reduce((most, { id, likeness }) => (wanted.has(id) ? Math.max(most, likeness) : most), 0);
    };
    return Float32Array.from([
      proposal.isEngine ? 1 : 0,
      proposal.value === null ? 1 : 0,
      oddsOf(proposal.confidence),
      logOdds(answer.confidence),
      answer.value === null ? 1 : 0,
      proposal.isEngine && answer.confidence >= 0.9 ? 1 : 0,
      likest[0] ?? 0,
      likest[1] ?? 0,
      place?.likeness ?? 0,
      likenessOf(proposal.constants),
      memory.length,
      place?.match.score ?? 0,
      means[at] ?? 0,
      (means[at] ?? 0) - other(means, at),
      labels[at]?.best ?? 0,
      labels[at]?.count ?? 0,
      ...SIDES.map((side) => place?.match[side] ?? 0),
      constants[at] ?? 0,
      proposal.constants.size,
      new Set(memory.map(({ lesson }) => JSON.stringify(lesson.value))).size / Math.max(1, memory.length),
      shareOf(({ lesson }) => lesson.value === null),
      proposal.presence,
      proposal.repairs,
      proposal.known,
      right,
      wrong,
      proposal.isEngine ? 1 : valueOverlap(proposal.value, answer.value),
      other(means, at),
      other(constants, at),
      other(confidences, at),
      proposal.isEngine ? recorded : oddsOf(proposal.confidence),
      recorded,
      Math.log1p(record.count),
      ...[...ANSWER_GROUPS, 'choice'].map((name) => (name === group ? 1 : 0)),
    ]);
  });
}

/** The remembered print that a proposal stands most like, likeness of the documents counted. */
function bestPlace({ places }: Proposal, memory: readonly FieldMemory[]): { match: PrintMatch; likeness: number } | null {
  let best: { match: PrintMatch; likeness: number } | null = null;
  for (const { id, likeness } of memory) {
    const match = places.get(id);
    if (match && match.score * likeness > (best ? best.match.score * best.likeness : 0)) best = { match, likeness };
  }
  return best;
}

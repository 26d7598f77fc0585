import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { FEATURES } from '../scoring/feature-names.ts';
import { ABSENCE_FEATURES, ANSWER_GROUPS, answerGroupOf } from '../scoring/weights.ts';
import type { DocumentStatistics } from './describe-choice.ts';
import type { FieldAssignment } from './field-assignment.ts';

const [LABEL, MEANING] = [FEATURES.indexOf('label_best'), FEATURES.indexOf('meaning_best')];
/** Log-odds that scores are told within. */
const MOST = 6;

const bounded = (score: number) => Math.max(-MOST, Math.min(MOST, score));

/**
 * Vector of `ABSENCE_FEATURES` from which the chance is worked out that a document has no value of a field: the score of its best
 * candidate, how well the best label of any candidate names the field, how well the other fields went, and what is known of the text.
 * @param raw log-odds that the choice is right
 */
export function describeAbsence(
  context: ExtractionContext,
  assignment: FieldAssignment,
  statistics: DocumentStatistics,
  raw: number,
): number[] {
  const most = (at: number) => assignment.mentions.reduce((best, { features }) => Math.max(best, features[at] ?? 0), 0);
  const others = [...statistics.bests].flatMap(([field, best]) => (field === assignment.field ? [] : [bounded(best)]));
  const group = answerGroupOf(context.profiles[assignment.field]?.kind ?? 'text', false);
  const vector = [
    1,
    bounded(raw),
    bounded(assignment.ranked[0]?.score ?? -MOST),
    most(LABEL),
    most(MEANING),
    others.length ? others.reduce((sum, best) => sum + best, 0) / others.length : 0,
    Number(context.view.recognised),
    Math.log1p(context.view.tokens.length) / 5,
    ...ANSWER_GROUPS.map((name) => Number(name === group)),
  ];
  if (vector.length !== ABSENCE_FEATURES.length) throw new RangeError('The features of absence differ from their names.');
  return vector;
}

import { FEATURES } from '../scoring/feature-names.ts';
import type { Scene } from '../scoring/scene.ts';
import { ABSENCE_FEATURES, ANSWER_GROUPS, answerGroupOf } from '../scoring/weights.ts';
import type { Contest } from './contest.ts';
import type { Outlook } from './describe-choice.ts';

const [LABEL, MEANING] = [FEATURES.indexOf('label_best'), FEATURES.indexOf('meaning_best')];
/** Log-odds that scores are told within. */
const MOST = 6;

const bounded = (score: number) => Math.max(-MOST, Math.min(MOST, score));

/**
 * Vector of `ABSENCE_FEATURES` from which the chance is worked out that a document has no value of a field: the score of its best
 * candidate, how well the best label of any candidate names the field, how well the other fields went, and what is known of the print.
 * @param raw log-odds that the choice is right
 */
export function describeAbsence(scene: Scene, contest: Contest, outlook: Outlook, raw: number): number[] {
  const most = (at: number) => contest.prints.reduce((best, { features }) => Math.max(best, features[at] ?? 0), 0);
  const others = [...outlook.bests].flatMap(([field, best]) => (field === contest.field ? [] : [bounded(best)]));
  const group = answerGroupOf(scene.profiles[contest.field]?.kind ?? 'text', false);
  const vector = [
    1,
    bounded(raw),
    bounded(contest.ranked[0]?.score ?? -MOST),
    most(LABEL),
    most(MEANING),
    others.length ? others.reduce((sum, best) => sum + best, 0) / others.length : 0,
    Number(scene.view.recognised),
    Math.log1p(scene.view.tokens.length) / 5,
    ...ANSWER_GROUPS.map((name) => Number(name === group)),
  ];
  if (vector.length !== ABSENCE_FEATURES.length) throw new RangeError('The features of absence differ from their names.');
  return vector;
}

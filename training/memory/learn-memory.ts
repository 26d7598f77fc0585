import { MEMORY_FEATURES } from '#lib/extraction/memory/describe-proposal.ts';
import type { MemoryWeights } from '#lib/extraction/memory/memory-weights.ts';
import { type Calibration, calibrate, type Forest, scoreForest } from '#lib/extraction/scoring/weights.ts';
import { boost, roundForest } from '../learning/boost.ts';
import { isotonic, type Outcome } from '../learning/calibration.ts';
import { familyOf } from '../sets/kind-of.ts';
import type { MemoryQuestion, Option } from './draw-streams.ts';

const at = (names: readonly string[]) => new Set(names.map((name) => MEMORY_FEATURES.indexOf(name)));
/** Features of which more never speaks against a proposal, and those of which more never speaks for it. */
const RISING = at([
  ...['is_engine', 'confidence', 'likeness_of_place', 'place_best', 'place_mean', 'place_lead', 'label_best', 'label_count'],
  ...['constant_share', 'constant_count', 'presence', 'recorded_confidence'],
]);
const FALLING = at(['other_place', 'other_constant', 'other_confidence']);
const OPTIONS = {
  ...{ trees: 150, depth: 4, rate: 0.06, minimum: 20, lambda: 6, columns: 0.5, rows: 0.8, seed: 5 },
  ...{ rising: RISING, falling: FALLING },
};
/** Questions of a set that count like this many; of larger sets each counts for less. */
const EVEN = 400;
/** Chances tried as the least one for taking a proposal. */
const LEAST = [0, 0.1, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5];

/** The best option of a question, the engine's own, and their log-odds, by a forest that did not see the question's family of sets. */
export type MemoryChoice = { question: MemoryQuestion; best: Option; score: number; own: Option; ownScore: number };

/** What is learned, and the choices held out by family of sets that it was decided by. */
export type LearnedMemory = { weights: MemoryWeights; choices: MemoryChoice[] };

/** Learns what proposals of memory are worth. Calibration and the least chance come from families of sets held out. */
export function learnMemory(questions: readonly MemoryQuestion[], version: string, say: (text: string) => void): LearnedMemory {
  const families = [...new Set(questions.map(({ set }) => familyOf(set)))];
  const choices = families.flatMap((family) => {
    const forest = learnForest(questions.filter(({ set }) => familyOf(set) !== family));
    say(`without ${family}`);
    return questions.filter(({ set }) => familyOf(set) === family).map((question) => choose(question, forest));
  });
  const calibration = isotonic(choices.map(({ best, score }): Outcome => ({ score, right: best.isRight })));
  const least = LEAST.reduce((best, tried) =>
    meanScore(choices, calibration, tried) > meanScore(choices, calibration, best) + 1e-9 ? tried : best,
  );
  const forest = roundForest(learnForest(questions));
  return { weights: { version, features: [...MEMORY_FEATURES], forest, calibration, least }, choices };
}

function learnForest(questions: readonly MemoryQuestion[]): Forest {
  const counts = new Map<string, number>();
  for (const { set } of questions) counts.set(set, (counts.get(set) ?? 0) + 1);
  const rows = questions.flatMap(({ set, options }) =>
    options.map(({ vector, isRight }) => ({ vector, isRight, weight: Math.sqrt(EVEN / (counts.get(set) ?? 1)) })),
  );
  const examples = {
    rows: rows.map(({ vector }) => vector),
    targets: rows.map(({ isRight }) => (isRight ? 1 : 0)),
    weights: rows.map(({ weight }) => weight),
  };
  return boost(examples, OPTIONS);
}

function choose(question: MemoryQuestion, forest: Forest): MemoryChoice {
  let best: { option: Option; score: number } | null = null;
  let own: { option: Option; score: number } | null = null;
  for (const option of question.options) {
    const scored = { option, score: scoreForest(forest, option.vector) };
    if (!best || scored.score > best.score) best = scored;
    if (option.isEngine) own = scored;
  }
  if (!best || !own) throw new RangeError('A question has no options.');
  return { question, best: best.option, score: best.score, own: own.option, ownScore: own.score };
}

/** What is given where a proposal needs a chance of `least` to take the place of the engine's answer. */
export function givenBy({ best, own, score }: MemoryChoice, calibration: Calibration, least: number): Option {
  return best.isEngine || calibrate(calibration, score) >= least ? best : own;
}

/** How likely what is given is right. */
export function chanceOfGiven(choice: MemoryChoice, { calibration, least }: Pick<MemoryWeights, 'calibration' | 'least'>): number {
  const given = givenBy(choice, calibration, least);
  return calibrate(calibration, given === choice.best ? choice.score : choice.ownScore);
}

/** F1 of what is given: wrong values count as found in vain and as missed. */
export function scoreGiven(given: readonly { option: Option; hasValue: boolean }[]): number {
  let [right, vain, missed] = [0, 0, 0];
  for (const { option, hasValue } of given) {
    if (option.isRight && !option.isNothing) right++;
    if (!option.isRight && !option.isNothing) vain++;
    if (!option.isRight && hasValue) missed++;
  }
  return right ? (2 * right) / (2 * right + vain + missed) : 0;
}

/** Mean of the F1 of all sets. */
function meanScore(choices: readonly MemoryChoice[], calibration: Calibration, least: number): number {
  const scores = [...choicesBySet(choices).values()].map((some) =>
    scoreGiven(some.map((choice) => ({ option: givenBy(choice, calibration, least), hasValue: choice.question.hasValue }))),
  );
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length);
}

/** The choices of each set, by its name. */
export function choicesBySet(choices: readonly MemoryChoice[]): Map<string, MemoryChoice[]> {
  const bySet = new Map<string, MemoryChoice[]>();
  for (const choice of choices) {
    const some = bySet.get(choice.question.set);
    if (some) some.push(choice);
    else bySet.set(choice.question.set, [choice]);
  }
  return bySet;
}

import { comparePartsOf } from '#lib/extraction/labels/compare-labels.ts';
import type { AskedLabel, LabelEmbedder, PrintedLabel } from '#lib/extraction/labels/embed-label.ts';
import type { LabelModel } from '#lib/extraction/labels/label-model.ts';
import { logisticWeights } from '../learning/logistic-regression.ts';
import { createRandom } from '../learning/random.ts';
import { drawPair, ExampleDrawer, type LabelPair } from './draw-pairs.ts';
import type { Side } from './embedding-trainer.ts';
import type { LabelExample } from './load-label-examples.ts';

/** A list of printed labels of which one is right, as a document shows them to a field. */
export type LabelQuestion = { asked: AskedLabel; printed: PrintedLabel[]; right: number; siblings: number };

/** Siblings and strangers in a list at most. */
const [SIBLINGS, STRANGERS] = [8, 12];

const textOf = (side: Side, role: Side[number][0]) => side.find(([name]) => name === role)?.[1] ?? '';

/** Draws lists of labels to choose from: the right one, its siblings, and labels of other records. */
export function drawLabelQuestions(
  embedder: LabelEmbedder,
  files: readonly (readonly LabelExample[])[],
  count: number,
  seed: number,
): LabelQuestion[] {
  const random = createRandom(seed);
  const drawers = files.filter(({ length }) => length > 0).map((examples) => new ExampleDrawer(examples));
  const embed = ({ printed }: LabelPair) => embedder.printed(textOf(printed, 'text'), textOf(printed, 'heading'));
  const questions: LabelQuestion[] = [];
  for (let tries = 0; questions.length < count && tries < 20 * count; tries++) {
    const drawer = drawers[Math.floor(random() * drawers.length)];
    const siblings = drawer?.drawSiblings(random, SIBLINGS + 1).flatMap((example) => drawPair(random, example) ?? []) ?? [];
    const own = siblings[0];
    if (!own || siblings.length < 3) continue;
    const others = siblings.slice(1);
    while (others.length < siblings.length - 1 + STRANGERS) {
      const stranger = drawers[Math.floor(random() * drawers.length)]?.drawSiblings(random, 1)[0];
      const pair = stranger && drawPair(random, stranger);
      if (pair) others.push(pair);
    }
    const wrong = others.filter(({ said }) => said !== own.said);
    const asked = embedder.asked({
      name: textOf(own.asked, 'name'),
      label: textOf(own.asked, 'label'),
      description: textOf(own.asked, 'description'),
    });
    questions.push({ asked, printed: [embed(own), ...wrong.map(embed)], right: 0, siblings: Math.min(wrong.length, siblings.length - 1) });
  }
  return questions;
}

/** Learns the comparison from lists that the vectors were not learned from. */
export function learnComparison(questions: readonly LabelQuestion[]): LabelModel['comparison'] {
  const rows: number[][] = [];
  const rights: boolean[] = [];
  for (const { asked, printed, right } of questions)
    printed.forEach((label, at) => {
      rows.push([1, ...comparePartsOf(asked, label)]);
      rights.push(at === right);
    });
  const [base = 0, ...weights] = logisticWeights(rows, rights);
  const round = (value: number) => Number(value.toFixed(4));
  return { base: round(base), weights: weights.map(round) };
}

/** Shares of lists in which the right label comes first, and among the first three, by a score. */
export function measureRetrieval(
  questions: readonly LabelQuestion[],
  scoreOf: (asked: AskedLabel, printed: PrintedLabel) => number,
): { first: number; three: number } {
  let [first, three] = [0, 0];
  for (const { asked, printed, right } of questions) {
    const own = scoreOf(asked, printed[right] as PrintedLabel);
    const before = printed.filter((label, at) => at !== right && scoreOf(asked, label) >= own).length;
    if (before === 0) first++;
    if (before < 3) three++;
  }
  return { first: first / questions.length, three: three / questions.length };
}

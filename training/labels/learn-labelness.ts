import { type LabelEmbedder, labelnessParts } from '#lib/extraction/labels/embed-label.ts';
import { logisticWeights } from '../learning/logistic-regression.ts';
import { createRandom } from '../learning/random.ts';
import { addDays, makeAddress, makeCode, makeCompany, makeInstitution, makeName, makePerson } from '../synthetic/random-values.ts';
import type { LabelExample } from './load-label-examples.ts';

/** Texts of each side that are learned from. */
const COUNT = 6000;
/** Share of the values that are real ones, where there are any. */
const REAL = 0.5;

/** A text and whether it is a label. */
type Example = { text: string; isLabel: boolean };

/**
 * Learns what tells labels, headings and titles from values: a logistic regression over the vector of a text and how known its words
 * are. Labels are mined ones, values made-up ones and, where there are any, real ones.
 * @returns base, weights of the vector, weights of `labelnessParts`; and the share of the last fifth that is told rightly
 */
export function learnLabelness(
  embedder: LabelEmbedder,
  labels: readonly LabelExample[],
  values: readonly string[],
  seed: number,
): { weights: number[]; accuracy: number } {
  const random = createRandom(seed);
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)] as Item;
  const dress = (text: string) => {
    const way = random();
    return way < 0.2 ? text.toUpperCase() : way < 0.35 ? `${text}:` : text;
  };
  const label = () => {
    const all = pick(labels).labels;
    const languages = Object.keys(all);
    return dress(pick(all[languages.includes('en') && random() < 0.4 ? 'en' : pick(languages)] ?? ['']));
  };
  const made = [
    () => makePerson(pick),
    () => makeCompany(pick, random),
    () => makeInstitution(pick),
    () => makeAddress(pick, random).join(pick([', ', ' '])),
    () => makeAddress(pick, random)[1],
    () => makeName(pick),
    () => makeCode(pick, random),
    () => addDays('2010-01-01', Math.floor(random() * 6000)),
  ];
  const value = () => {
    const text = values.length > 0 && random() < REAL ? pick(values) : pick(made)();
    return random() < 0.2 ? text.toUpperCase() : text;
  };
  const examples = Array.from({ length: 2 * COUNT }, (_, at): Example => ({ text: at % 2 ? label() : value(), isLabel: at % 2 === 1 }));
  const known = examples.filter(({ text }) => embedder.text(text).words.length > 0);
  const rows = known.map(({ text }) => {
    const { vector, words } = embedder.text(text);
    return [1, ...vector, ...labelnessParts(text, words)];
  });
  const rights = known.map(({ isLabel }) => isLabel);
  const cut = Math.floor(0.8 * known.length);
  const weights = logisticWeights(rows.slice(0, cut), rights.slice(0, cut), 3).map((weight) => Number(weight.toFixed(4)));
  const told = rows
    .slice(cut)
    .filter((row, at) => row.reduce((sum, part, i) => sum + part * (weights[i] ?? 0), 0) > 0 === rights[cut + at]);
  return { weights, accuracy: told.length / Math.max(1, known.length - cut) };
}

import { type AskedLabel, dot, type EmbeddedWord, type PrintedLabel } from './embed-label.ts';
import { LABEL_PARTS, type LabelModel } from './label-model.ts';

/** How two labels compare: the parts in the order of `LABEL_PARTS`, and the log-odds that they mean the same. */
export type LabelComparison = { parts: Float32Array; score: number };

/** Compares what a field asks for with a printed label and its heading. */
export function compareLabels(model: LabelModel, asked: AskedLabel, printed: PrintedLabel): LabelComparison {
  const parts = comparePartsOf(asked, printed);
  let score = model.comparison.base;
  for (let at = 0; at < parts.length; at++) score += (model.comparison.weights[at] ?? 0) * (parts[at] ?? 0);
  return { parts, score };
}

/**
 * What the comparison goes by: cosines of whole texts, and how well each word finds one of its meaning on the other side (soft
 * alignment as in BERTScore, Zhang et al. 2020): the share that does, by weight, and the weightiest that does not.
 */
export function comparePartsOf(asked: AskedLabel, printed: PrintedLabel): Float32Array {
  const { own, all, nearest } = askedWordsOf(asked);
  const print = printed.text.words;
  const around = printed.heading.words.length > 0 ? [...print, ...printed.heading.words] : print;
  const askedCover = coverOf(own, (word) => nearestTo(word, around));
  const printedCover = coverOf(print, (word) => {
    const known = nearest.get(word) ?? nearestTo(word, all);
    nearest.set(word, known);
    return known;
  });
  const hasLabel = asked.label.words.length > 0;
  const parts = new Float32Array(LABEL_PARTS.length);
  parts.set([
    dot(asked.vector, printed.vector),
    Math.max(dot(asked.name.vector, printed.text.vector), hasLabel ? dot(asked.label.vector, printed.text.vector) : -1),
    dot(asked.description.vector, printed.text.vector),
    dot(asked.vector, printed.heading.vector),
    askedCover.covered,
    printedCover.covered,
    askedCover.missed,
    printedCover.missed,
    askedCover.said,
    printedCover.said,
    Number(printed.heading.words.length > 0),
    Number(asked.description.words.length > 0),
  ]);
  return parts;
}

/** Cosine with the word nearest to it, 0 to 1, and whether it is the very word. */
type Nearest = { likeness: number; isSaid: boolean };
/** The words of a field: those it is called by, all of them, and the nearest of all to words that were compared before. */
type AskedWords = { own: readonly EmbeddedWord[]; all: readonly EmbeddedWord[]; nearest: Map<EmbeddedWord, Nearest> };

/** The same text is compared again and again, within longer and shorter stretches. */
const askedWords = new WeakMap<AskedLabel, AskedWords>();

function askedWordsOf(asked: AskedLabel): AskedWords {
  const known = askedWords.get(asked);
  if (known) return known;
  const { name, label, description } = asked;
  const all = [...name.words, ...label.words, ...description.words];
  const hasOwn = label.words.length > 0 && label.words.length <= name.words.length * 2;
  const own = hasOwn ? label.words : name.words;
  const found = { own: own.length > 0 ? own : all, all, nearest: new Map<EmbeddedWord, Nearest>() };
  askedWords.set(asked, found);
  return found;
}

function nearestTo({ word, vector }: EmbeddedWord, others: readonly EmbeddedWord[]): Nearest {
  let likeness = 0;
  for (const other of others) {
    if (other.word === word) return { likeness: Math.max(1, likeness), isSaid: true };
    likeness = Math.max(likeness, dot(vector, other.vector));
  }
  return { likeness, isSaid: false };
}

type Cover = { covered: number; missed: number; said: number };

/** How well words are found on the other side, 0 to 1 by weight; `missed` is the largest weight left over. */
function coverOf(words: readonly EmbeddedWord[], nearestOf: (word: EmbeddedWord) => Nearest): Cover {
  let [total, covered, said, missed] = [0, 0, 0, 0];
  for (const word of words) {
    const { likeness, isSaid } = nearestOf(word);
    total += word.weight;
    covered += word.weight * likeness;
    if (isSaid) said += word.weight;
    missed = Math.max(missed, word.weight * (1 - likeness));
  }
  return total > 0
    ? { covered: covered / total, said: said / total, missed: missed / (total / words.length) }
    : { covered: 0, said: 0, missed: 0 };
}

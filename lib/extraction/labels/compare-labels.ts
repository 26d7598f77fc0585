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
  const called = [...asked.name.words, ...asked.label.words];
  const all = [...called, ...asked.description.words];
  const print = printed.text.words;
  const around = [...print, ...printed.heading.words];
  const hasLabel = asked.label.words.length > 0;
  const own = hasLabel && asked.label.words.length <= asked.name.words.length * 2 ? asked.label.words : asked.name.words;
  const askedWords = coverOf(own.length > 0 ? own : all, around);
  const printedWords = coverOf(print, all);
  const parts = new Float32Array(LABEL_PARTS.length);
  parts.set([
    dot(asked.vector, printed.vector),
    Math.max(dot(asked.name.vector, printed.text.vector), hasLabel ? dot(asked.label.vector, printed.text.vector) : -1),
    dot(asked.description.vector, printed.text.vector),
    dot(asked.vector, printed.heading.vector),
    askedWords.covered,
    printedWords.covered,
    askedWords.missed,
    printedWords.missed,
    askedWords.said,
    printedWords.said,
    Number(printed.heading.words.length > 0),
    Number(asked.description.words.length > 0),
  ]);
  return parts;
}

type Cover = { covered: number; missed: number; said: number };

/** How well the words of one side are found on the other, 0 to 1 by weight; `missed` is the largest weight left over. */
function coverOf(words: readonly EmbeddedWord[], others: readonly EmbeddedWord[]): Cover {
  let [total, covered, said, missed] = [0, 0, 0, 0];
  for (const { word, vector, weight } of words) {
    let nearest = 0;
    let isSaid = false;
    for (const other of others) {
      if (other.word === word) isSaid = true;
      const likeness = isSaid ? 1 : dot(vector, other.vector);
      if (likeness > nearest) nearest = likeness;
    }
    total += weight;
    covered += weight * nearest;
    if (isSaid) said += weight;
    missed = Math.max(missed, weight * (1 - nearest));
  }
  return total > 0
    ? { covered: covered / total, said: said / total, missed: missed / (total / words.length) }
    : { covered: 0, said: 0, missed: 0 };
}

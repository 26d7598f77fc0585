import type { ClassificationResult, DocumentClass } from '#lib/contract/service/classification-job.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { unionAll } from '#lib/document/geometry/box.ts';
import { type ClassTerms, classTerms } from './classes/class-terms.ts';
import { type KindScore, type Mark, scoreKinds } from './classes/kind-scores.ts';
import type { Kind } from './classes/kinds.ts';
import { findTerm, type PageText, pageTexts, wordsOf } from './classes/page-texts.ts';
import { likeness, type Profile, profileOf, rarityAmong } from './classes/profile.ts';
import { prominence, usualSize } from './classes/prominence.ts';

const MOST_EVIDENCE = 5;
/** Below this, nothing in the document speaks for the class. */
const LEAST_SCORE = 1.3;
/** Sharpness with which differences of scores become probabilities. */
const SHARPNESS = 1.3;
const COVERAGE = 3;
/** A class described by words of its own of which the document has none is hardly meant. */
const MISSED = 1.2;
const STEM = 5;
/** How much examples count, as a difference of cosines; nearest examples count more than the rest. */
const EXAMPLES = 9;
const NEAREST = 2;
/** Likeness to examples, as a part of what is usual among them, that speaks not at all and fully for their class. */
const [STRANGE, FAMILIAR] = [0.3, 0.6];

/**
 * Says which of the given classes a document belongs to. A class is known by the common kinds of documents its name and
 * description mention (classes/kinds.ts: titles, phrases, type codes), by its other words and phrases, and by its
 * keywords, and by examples: by how much nearer the document is to those of one class than to those of the others.
 * Scores become probabilities by a softmax with one more outcome, “none of these”. Deterministic.
 * @param options.name the file's name, a weak hint
 * @param options.examples profiles of documents known to be of a class (`profileOf`), by the class's name
 */
export function classify(
  reading: Reading,
  options: { classes: readonly DocumentClass[]; name?: string; examples?: ReadonlyMap<string, readonly Profile[]> },
): ClassificationResult {
  const texts = pageTexts(reading);
  const kinds = scoreKinds(reading, texts);
  const fileName = ` ${wordsOf(options.name ?? '').join(' ')} `;
  const stems = stemIndex(texts);
  const all = classTerms(options.classes);
  const near = compareExamples(reading, options.examples ?? new Map());
  const scored = options.classes.map(({ name }, index) => {
    const { score, marks } = scoreClass(all[index]!, kinds, texts, stems);
    const isNamed = fileName.includes(` ${wordsOf(name).join(' ')} `);
    return { name, score: score + (isNamed ? 0.6 : 0) + (near.get(name) ?? 0), evidence: evidenceOf(reading, marks) };
  });
  const nothing = Math.exp(SHARPNESS * LEAST_SCORE);
  const total = scored.reduce((sum, { score }) => sum + Math.exp(SHARPNESS * score), nothing);
  const classes = scored
    .map(({ name, score, evidence }) => ({ name, confidence: Math.exp(SHARPNESS * score) / total, evidence, score }))
    .sort((a, b) => b.confidence - a.confidence);
  const best = classes[0];
  const found = best !== undefined && best.score > LEAST_SCORE;
  return {
    class: found ? best.name : null,
    confidence: found ? best.confidence : nothing / total,
    classes: classes.map(({ score: _score, ...entry }) => entry),
    engine: 'kinds-2',
  };
}

/** What examples say for each class: positive for the nearest, negative for those further off than the average. */
function compareExamples(reading: Reading, examples: ReadonlyMap<string, readonly Profile[]>): Map<string, number> {
  const profile = profileOf(reading);
  const rarity = rarityAmong([...examples.values()].flat());
  const near = [...examples]
    .filter(([, profiles]) => profiles.length > 0)
    .map(([name, profiles]) => {
      const nearest = profiles
        .map((other) => likeness(profile, other, rarity))
        .sort((a, b) => b - a)
        .slice(0, NEAREST);
      const usual = meanOf(
        profiles.map((one) => Math.max(0, ...profiles.map((other) => (other === one ? 0 : likeness(one, other, rarity))))),
      );
      return { name, value: meanOf(nearest), usual };
    });
  const mean = meanOf(near.map(({ value }) => value));
  return new Map(near.map(({ name, value, usual }) => [name, EXAMPLES * (value - mean) * (value > mean ? belonging(value, usual) : 1)]));
}

/** How much a document belongs to examples that are usually so much like each other: 0 to 1. */
function belonging(likeness: number, usual: number): number {
  return usual > 0 ? Math.max(0, Math.min(1, (likeness / usual - STRANGE) / (FAMILIAR - STRANGE))) : 1;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function scoreClass(
  { kinds: meant, words, phrases, keywords }: ClassTerms,
  kinds: ReadonlyMap<Kind, KindScore>,
  texts: readonly PageText[],
  stems: ReadonlyMap<string, Mark[]>,
): { score: number; marks: Mark[] } {
  let score = 0;
  const marks: Mark[] = [];
  for (const { kind, weight } of meant) {
    const found = kinds.get(kind)!;
    if (weight * found.score <= score) continue;
    score = weight * found.score;
    marks.splice(0, marks.length, ...found.marks);
  }
  const whole = words.reduce((sum, { weight }) => sum + weight, 0);
  if (whole > 0) {
    const found = words.filter(({ word }) => stems.has(word.slice(0, Math.max(STEM, word.length - 3))));
    const share = found.reduce((sum, { weight }) => sum + weight, 0) / whole;
    const sureness = Math.min(1, whole / 2);
    score += sureness * (COVERAGE * share - (share < 0.25 && meant.every(({ weight }) => weight < 1) ? MISSED : 0));
    for (const { word, weight } of found) {
      const places = stems.get(word.slice(0, Math.max(STEM, word.length - 3))) ?? [];
      marks.push(...places.slice(0, 2).map((mark) => ({ ...mark, weight: mark.weight * weight })));
    }
  }
  for (const [terms, weight] of [
    [phrases, 0.5],
    [keywords, 1.2],
  ] as const) {
    for (const term of terms) {
      const places = texts.flatMap((text) => {
        const usual = usualSize(text.page);
        return findTerm(text, term).map((at) => ({ page: text.page.number, words: at, weight: 0.3 + prominence(text.page, at, usual) }));
      });
      const strongest = Math.max(0, ...places.map((place) => place.weight));
      score += weight * Math.min(1.2, strongest);
      marks.push(...places.slice(0, 3));
    }
  }
  return { score, marks };
}

/** First places of each word under each of its beginnings of five letters and more. */
function stemIndex(texts: readonly PageText[]): Map<string, Mark[]> {
  const index = new Map<string, Mark[]>();
  for (const { page, tokens } of texts) {
    const usual = usualSize(page);
    for (const { token, word } of tokens) {
      const mark = { page: page.number, words: [word], weight: 0.2 + prominence(page, [word], usual) };
      for (let length = Math.min(STEM, token.length); length <= token.length; length += 1) {
        const key = token.slice(0, length);
        const known = index.get(key);
        if (!known) index.set(key, [mark]);
        else if (known.length < 4) known.push(mark);
      }
    }
  }
  return index;
}

function evidenceOf(reading: Reading, marks: readonly Mark[]): Evidence[] {
  const seen = new Set<string>();
  return marks
    .toSorted((a, b) => b.weight - a.weight)
    .filter(({ page, words }) => {
      const key = `${page} ${words.join()}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, MOST_EVIDENCE)
    .map(({ page, words }) => {
      const found = reading.pages.find(({ number }) => number === page)!;
      const boxes = words.map((index) => found.words[index]!.box);
      return { page, box: unionAll(boxes), text: words.map((index) => found.words[index]!.text).join(' '), words: [...words] };
    });
}

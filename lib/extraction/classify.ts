import type { ClassificationResult, DocumentClass } from '#lib/contract/classification-job.ts';
import type { Evidence } from '#lib/contract/extraction.ts';
import type { Page, Reading } from '#lib/contract/reading.ts';
import { unionAll } from '#lib/document/box.ts';
import { foldText } from '#lib/document/fold-text.ts';
import { CLASS_WORDS } from './class-words.ts';

type Term = { words: string[]; weight: number };
type Place = { page: number; words: number[]; prominence: number };

const MOST_PAGES = 5;
const MOST_EVIDENCE = 5;
/** Below this, nothing in the document speaks for the class. */
const LEAST_SCORE = 0.8;
/** Sharpness with which differences of scores become probabilities. */
const SHARPNESS = 1.1;
const FILLERS = new Set([
  'the',
  'and',
  'for',
  'with',
  'from',
  'that',
  'this',
  'der',
  'die',
  'das',
  'und',
  'von',
  'les',
  'des',
  'del',
  'los',
  'document',
  'documents',
  'a',
  'an',
  'of',
  'to',
  'or',
  'in',
  'is',
  'de',
  'la',
  'le',
  'el',
  'il',
]);

/**
 * Says which of the given classes a document belongs to: by its name, keywords and description, and what such documents
 * call themselves in other languages, looked for on the first pages. Large words, words near the top and words that
 * stand alone on their line count most. Deterministic.
 * @param options.name the file's name, a weak hint
 */
export function classify(reading: Reading, options: { classes: readonly DocumentClass[]; name?: string }): ClassificationResult {
  const pages = reading.pages.filter(({ hidden }) => !hidden).slice(0, MOST_PAGES);
  const texts = pages.map((page) => ({
    page,
    tokens: page.words.flatMap(({ text }, word) => wordsOf(text).map((token) => ({ token, word }))),
  }));
  const machine = ` ${wordsOf([reading.media_type.startsWith('message/') ? 'email' : '', ...statedRoots(reading)].join(' ')).join(' ')} `;
  const shared = countShared(options.classes);
  const fileName = ` ${foldText(options.name ?? '').replace(/[^\p{L}\p{N}]+/gu, ' ')} `;
  const scored = options.classes.map((documentClass) => {
    let score = 0;
    const evidence: { weight: number; evidence: Evidence }[] = [];
    for (const term of termsOf(documentClass, shared)) {
      const places = texts.flatMap(({ page, tokens }) => findTerm(page, tokens, term.words));
      const strongest = Math.max(0, ...places.map(({ prominence }) => prominence));
      score += term.weight * (strongest + 0.15 * Math.log1p(Math.max(0, places.length - 1)));
      if (machine.includes(` ${term.words.join(' ')} `)) score += 1.5 * term.weight;
      if (fileName.includes(` ${term.words.join(' ')} `)) score += 0.6 * term.weight;
      for (const place of places) evidence.push({ weight: term.weight * place.prominence, evidence: toEvidence(reading, place) });
    }
    evidence.sort((a, b) => b.weight - a.weight);
    return { name: documentClass.name, score, evidence: evidence.slice(0, MOST_EVIDENCE).map((entry) => entry.evidence) };
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
    engine: 'terms-1',
  };
}

/** What e-invoices and their like call themselves: the outermost element of each stated value, `CreditNote` as two words. */
function statedRoots({ stated_values }: Reading): string[] {
  return [...new Set(stated_values.filter(({ source }) => source === 'e_invoice').map(({ path }) => path.split('/')[0] ?? ''))];
}

/** In how many classes' descriptions each word stands. */
function countShared(classes: readonly DocumentClass[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name, description } of classes)
    for (const word of new Set(wordsOf(`${name} ${description}`))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/**
 * What a class is known by: its name most, keywords, other languages' names, then phrases and words of its description,
 * less when other classes are described by them too.
 */
function termsOf({ name, description, keywords }: DocumentClass, shared: ReadonlyMap<string, number>): Term[] {
  const terms = new Map<string, number>();
  const add = (text: string, weight: number) => {
    const key = wordsOf(text).join(' ');
    if (key) terms.set(key, Math.max(terms.get(key) ?? 0, weight));
  };
  const own = wordsOf(name).join(' ');
  add(name, 2);
  for (const keyword of keywords) add(keyword, 1.2);
  for (const family of CLASS_WORDS) {
    if (!family.includes(own) && !family.includes(own.replace(/s$/, ''))) continue;
    family.forEach((word, index) => {
      add(word, index === 0 ? 2 : word.includes(' ') || word.length > 5 ? 1.6 : 1);
    });
  }
  const described = wordsOf(description);
  if (described.length <= 4) add(description, 1.8);
  described.forEach((word, index) => {
    if (word.length < 2 || FILLERS.has(word)) return;
    const weight = 0.5 / (shared.get(word) ?? 1);
    add(word, weight);
    const next = described[index + 1];
    if (next && !FILLERS.has(next)) add(`${word} ${next}`, 2 * weight);
  });
  return [...terms].map(([key, weight]) => ({ words: key.split(' '), weight }));
}

function wordsOf(text: string): string[] {
  return foldText(text.replace(/([a-z])([A-Z])/g, '$1 $2'))
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

function findTerm(page: Page, tokens: { token: string; word: number }[], term: string[]): Place[] {
  const sizes = page.words.map((word) => word.size ?? (word.box[3] - word.box[1]) * page.height).sort((a, b) => a - b);
  const usual = sizes[sizes.length >> 1] ?? 10;
  const places: Place[] = [];
  for (let start = 0; start + term.length <= tokens.length; start++) {
    if (!term.every((word, offset) => tokens[start + offset]?.token === word)) continue;
    const words = [...new Set(term.map((_word, offset) => tokens[start + offset]!.word))];
    if (page.words[words[0]!]?.hidden) continue;
    places.push({ page: page.number, words, prominence: prominenceOf(page, words, usual) });
  }
  return places;
}

/** 0.3 for a word in running text up to about 2 for a large title at the top of the first page. */
function prominenceOf(page: Page, words: number[], usual: number): number {
  const first = page.words[words[0]!]!;
  const size = first.size ?? (first.box[3] - first.box[1]) * page.height;
  const line = page.lines.find(({ words: [start, end] }) => start <= words[0]! && words[0]! < end);
  const company = line ? line.words[1] - line.words[0] - words.length : 10;
  return (
    0.3 +
    Math.min(0.8, Math.max(0, size / usual - 1) * 0.8) +
    (first.bold ? 0.1 : 0) +
    (company <= 3 ? 0.4 : 0) +
    (page.number === 1 ? 0.2 : 0) +
    (first.box[1] < 0.35 ? 0.2 : 0)
  );
}

function toEvidence(reading: Reading, { page, words }: Place): Evidence {
  const found = reading.pages[page - 1]!;
  const boxes = words.map((index) => found.words[index]!.box);
  return { page, box: unionAll(boxes), text: words.map((index) => found.words[index]!.text).join(' '), words };
}

import type { DocumentView } from '../view/document-view.ts';
import { type FieldProfile, wordsOfName } from './field-profile.ts';
import { familiesInRow, familiesOf, familiesOfPhrase, isFiller, splitWords, weightOfFamily } from './vocabulary.ts';

/** How well a stretch of text names a field. */
export type LabelMatch = {
  /** Share of the field's phrase that is printed, times the phrase's weight, 0 to 1. */
  phrase: number;
  /** Share of the text that is the phrase, 0 to 1. */
  unit: number;
  /** Both together, 0 to 1. */
  score: number;
};

/** Alone and in capitals this letter names a series of numbers, and is no “to”. */
const SERIES = 'A';

export const NO_MATCH: LabelMatch = { phrase: 0, unit: 0, score: 0 };

type Term = { mass: number; postings: readonly Posting[] };
type Posting = { field: number; phrase: number; weight: number };

/**
 * Compares stretches of text with the phrases of many fields at once, by word families. Each stretch is compared once
 * and remembered.
 */
export class LabelIndex {
  private readonly postings = new Map<string, Posting[]>();
  private readonly terms = new Map<string, Term>();
  private readonly masses: number[] = [];
  private readonly weights: number[] = [];
  private readonly owners: number[] = [];
  private readonly memory = new Map<number, LabelMatch[]>();
  private readonly tokenFamilies: (readonly string[] | undefined)[] = [];
  private readonly view: DocumentView;
  private readonly base: LabelIndex | null;
  readonly fieldCount: number;

  /** @param base another index of the same document, whose families of tokens are used */
  constructor(view: DocumentView, profiles: readonly Pick<FieldProfile, 'phrases'>[], base: LabelIndex | null = null) {
    this.view = view;
    this.base = base;
    this.fieldCount = profiles.length;
    profiles.forEach((profile, field) => {
      for (const phrase of profile.phrases) {
        const id = this.masses.length;
        this.masses.push(phrase.mass);
        this.weights.push(phrase.weight);
        this.owners.push(field);
        for (const family of new Set(phrase.families)) {
          const list = this.postings.get(family) ?? [];
          list.push({ field, phrase: id, weight: weightOfFamily(family) });
          this.postings.set(family, list);
        }
      }
    });
  }

  /** Families of one token of the document. */
  families(token: number): readonly string[] {
    if (this.base) return this.base.families(token);
    const cached = this.tokenFamilies[token];
    if (cached) return cached;
    const print = this.view.tokens[token];
    const repair = (print?.confidence ?? 1) < 1 || this.view.recognised;
    const [before, after] = [this.wordBeside(token, token - 1), this.wordBeside(token, token + 1)];
    const words = splitWords(print?.text ?? '');
    const isWord = words.length === 1 && print?.text !== SERIES;
    const result = isWord ? familiesInRow(words, { before, after, repair }) : words.flatMap((word) => [...familiesOf(word, repair)]);
    this.tokenFamilies[token] = result;
    return result;
  }

  /** The word beside a token in its segment; undefined for none, a code, or the letter of a series (“Factura A 0001”). */
  private wordBeside(token: number, beside: number): string | undefined {
    const [own, other] = [this.view.tokens[token], this.view.tokens[beside]];
    if (!other || other.segment !== own?.segment || other.text === SERIES) return undefined;
    const words = splitWords(other.text);
    return words.length === 1 ? words[0] : undefined;
  }

  /** What a family weighs in text, and the phrases it is part of. */
  private termOf(family: string): Term {
    const known = this.terms.get(family);
    if (known) return known;
    const term = { mass: isFiller(family) ? 0.1 : weightOfFamily(family), postings: this.postings.get(family) ?? [] };
    this.terms.set(family, term);
    return term;
  }

  /** How well tokens `start` to `end` (half-open, at most 14 are looked at, the last ones) name each field. */
  match(start: number, end: number): readonly LabelMatch[] {
    const from = Math.max(start, end - 14);
    const key = from * 16 + (end - from);
    const known = this.memory.get(key);
    if (known) return known;
    const result = this.compare([[from, end]]);
    this.memory.set(key, result);
    return result;
  }

  /** How well several stretches together name each field (a heading over two lines). Not remembered. */
  compare(ranges: readonly (readonly [number, number])[]): LabelMatch[] {
    const families: string[] = [];
    for (const [start, end] of ranges)
      for (let token = start; token < end; token++) for (const family of this.families(token)) families.push(family);
    return this.compareFamilies(families);
  }

  /** How well a label that is not printed names each field. Not remembered. */
  compareText(text: string): LabelMatch[] {
    return this.compareFamilies(familiesOfPhrase(wordsOfName(text)));
  }

  private compareFamilies(families: readonly string[]): LabelMatch[] {
    const result: LabelMatch[] = [];
    const seen: string[] = [];
    const shared = new Map<number, number>();
    let mass = 0;
    for (const family of families) {
      if (seen.includes(family)) continue;
      seen.push(family);
      const term = this.termOf(family);
      mass += term.mass;
      for (const { phrase, weight } of term.postings) shared.set(phrase, (shared.get(phrase) ?? 0) + weight);
    }
    if (!mass) return result;
    for (const [phrase, weight] of shared) {
      const field = this.owners[phrase] ?? 0;
      const cover = Math.min(1, weight / (this.masses[phrase] ?? 1));
      const unit = Math.min(1, weight / mass);
      const strength = cover * cover * (this.weights[phrase] ?? 0);
      const score = strength * (0.25 + 0.75 * unit);
      if (score > (result[field]?.score ?? 0)) result[field] = { phrase: strength, unit, score };
    }
    return result;
  }
}

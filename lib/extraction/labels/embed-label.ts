import type { LabelModel, LabelRole } from './label-model.ts';
import { WEIGHT_STEP } from './label-model.ts';
import { subwordsOf } from './subwords-of.ts';
import { wordsOfLabel } from './words-of-label.ts';

/** A word with its unit vector and its learned weight. */
export type EmbeddedWord = { word: string; vector: Float32Array; weight: number };
/** A text with its unit vector (all zero without words). */
export type EmbeddedText = { words: readonly EmbeddedWord[]; vector: Float32Array };
/** What is asked for: name and label together, description, and the vector of all. */
export type AskedLabel = { name: EmbeddedText; label: EmbeddedText; description: EmbeddedText; vector: Float32Array };
/** What is printed: a label, the heading over it, and the vector of both. */
export type PrintedLabel = { text: EmbeddedText; heading: EmbeddedText; vector: Float32Array };

/** Words and texts that are kept. */
const MOST_KEPT = 20_000;

/** Gives labels vectors, the same for the same text; keeps those of words and short texts. */
export class LabelEmbedder {
  private readonly words = new Map<string, EmbeddedWord>();
  private readonly texts = new Map<string, EmbeddedText>();
  readonly model: LabelModel;

  constructor(model: LabelModel) {
    this.model = model;
  }

  /** The vector of what a schema asks for. */
  asked(field: { name: string; label?: string | undefined; description?: string | undefined }): AskedLabel {
    const [name, label, description] = [this.text(field.name), this.text(field.label ?? ''), this.text(field.description ?? '')];
    return {
      name,
      label,
      description,
      vector: this.mix([
        ['name', name],
        ['label', label],
        ['description', description],
      ]),
    };
  }

  /** The vector of a printed label under its heading ('' for none). */
  printed(print: string, over = ''): PrintedLabel {
    const [text, heading] = [this.text(print), this.text(over)];
    return {
      text,
      heading,
      vector: this.mix([
        ['text', text],
        ['heading', heading],
      ]),
    };
  }

  /** Chance that a text is a label rather than a value, 0 to 1; 0 for a text without words. */
  labelness(text: string): number {
    const { words, vector } = this.text(text);
    const { labelness, dimension } = this.model;
    if (words.length === 0) return 0;
    let score = labelness[0] ?? 0;
    for (let at = 0; at < dimension; at++) score += (labelness[at + 1] ?? 0) * (vector[at] ?? 0);
    labelnessParts(text, words).forEach((part, at) => {
      score += (labelness[dimension + 1 + at] ?? 0) * part;
    });
    return 1 / (1 + Math.exp(-score));
  }

  /** By `WANTED_KINDS`, the chance that a field asks for a value of that kind, 0 to 1. */
  wants({ vector }: AskedLabel): Float32Array {
    return Float32Array.from(this.model.wants, ([base = 0, ...weights]) => {
      const score = weights.reduce((sum, weight, at) => sum + weight * (vector[at] ?? 0), base);
      return 1 / (1 + Math.exp(-score));
    });
  }

  /** A text as the weighted sum of its words, of length 1. */
  text(text: string): EmbeddedText {
    const known = this.texts.get(text);
    if (known) return known;
    const words = wordsOfLabel(text).map((word) => this.word(word));
    const sum = new Float32Array(this.model.dimension);
    for (const { vector, weight } of words) addScaled(sum, vector, weight);
    const found = { words, vector: normalise(sum) };
    if (this.texts.size >= MOST_KEPT) this.texts.clear();
    this.texts.set(text, found);
    return found;
  }

  private word(word: string): EmbeddedWord {
    const known = this.words.get(word);
    if (known) return known;
    const { dimension, rows, table, scales, weights } = this.model;
    const vector = new Float32Array(dimension);
    const subwords = subwordsOf(word, rows);
    let weight = 0;
    for (const row of subwords) {
      const scale = (scales[row] ?? 0) / 127 / subwords.length;
      for (let at = 0; at < dimension; at++) vector[at] = (vector[at] ?? 0) + scale * (table[row * dimension + at] ?? 0);
      weight += ((weights[row] ?? 0) * WEIGHT_STEP) / subwords.length;
    }
    // A word weighs by its length too, as it did when the model was learned.
    const length = Math.sqrt(dot(vector, vector));
    const found = { word, vector: normalise(vector), weight: Math.exp(weight) * length };
    if (this.words.size >= MOST_KEPT) this.words.clear();
    this.words.set(word, found);
    return found;
  }

  private mix(parts: readonly (readonly [LabelRole, EmbeddedText])[]): Float32Array {
    const sum = new Float32Array(this.model.dimension);
    for (const [role, { words, vector }] of parts) if (words.length > 0) addScaled(sum, vector, Math.exp(this.model.roles[role]));
    return normalise(sum);
  }
}

/** What tells labels from values beside their vector: how known their words are (mean and least log-weight), their number, and signs. */
export function labelnessParts(text: string, words: readonly EmbeddedWord[]): number[] {
  const logs = words.map(({ weight }) => Math.max(-4, Math.min(4, Math.log(weight + 1e-9))));
  return [
    logs.reduce((sum, log) => sum + log, 0) / Math.max(1, words.length),
    Math.min(...logs, 4),
    Math.min(10, words.length) / 5,
    Number(/[:#?]\s*$/.test(text)),
    Number(/\d/.test(text)),
    Number(/[@,]|\d{3}/.test(text)),
  ];
}

/** The scalar product: for unit vectors the cosine, -1 to 1. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function addScaled(sum: Float32Array, vector: Float32Array, factor: number): void {
  for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + factor * (vector[at] ?? 0);
}

function normalise(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  if (length > 0) for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}

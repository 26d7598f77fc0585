import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import { compareLabels } from '../labels/compare-labels.ts';
import { type AskedLabel, dot, type LabelEmbedder } from '../labels/embed-label.ts';
import { LABEL_PARTS } from '../labels/label-model.ts';
import type { LabelIndex, LabelMatch } from '../terms/label-index.ts';
import { type DocumentView, textOfTokens } from '../view/document-view.ts';

/** How near in meaning a stretch of text is to what a field asks for. */
export type Meaning = {
  /** Chance that it is the field's label, 0 to 1: as learned from mined labels, or more where the words are known to name the field. */
  chance: number;
  /** By `LABEL_PARTS`. */
  parts: Float32Array;
};

/** A half-open range of tokens. */
type Range = readonly [number, number];

/** Tokens of a label that are looked at: the last ones. */
const MOST_TOKENS = 14;
/** Fields that are compared in full with a stretch: those nearest to it. */
const COMPARED = 16;
/** Score of a label from which its words say for sure what it means: all words of a known name, and hardly any other. */
const KNOWN = 0.8;

export const NO_MEANING: Meaning = { chance: 0, parts: new Float32Array(LABEL_PARTS.length) };

/**
 * Compares stretches of a document's text with the fields of a schema by meaning. Each stretch is compared once. A label that a
 * language lists for the field, or that is the field's own name, is one of its meaning, whatever was learned of its words.
 */
export class LabelMeanings {
  private readonly memory = new Map<string, readonly (Meaning | undefined)[]>();
  private readonly asked: readonly AskedLabel[];
  /** By field, the chances of `WANTED_KINDS`. */
  readonly wants: readonly Float32Array[];
  private readonly view: DocumentView;
  private readonly embedder: LabelEmbedder;
  private readonly labels: LabelIndex | null;

  /** @param labels what is known of the fields' names; without it, what was learned counts alone */
  constructor(view: DocumentView, fields: readonly (Field | RowField)[], embedder: LabelEmbedder, labels: LabelIndex | null = null) {
    this.view = view;
    this.labels = labels;
    this.embedder = embedder;
    this.asked = fields.map((field) => embedder.asked(field));
    this.wants = this.asked.map((asked) => embedder.wants(asked));
  }

  /**
   * How near a label is to each field, by itself, by either half of a label in two languages, and under the heading of its section.
   * Fields that are far from it are left out.
   */
  of(label: Range, heading: Range | null = null): readonly (Meaning | undefined)[] {
    const from = Math.max(label[0], label[1] - MOST_TOKENS);
    const key = `${from}:${label[1]}:${heading?.join('-') ?? ''}`;
    const known = this.memory.get(key);
    if (known) return known;
    const text = textOfTokens(this.view, from, label[1]);
    const over = heading ? textOfTokens(this.view, heading[0], heading[1]) : '';
    const halves = text.split('/').filter((half) => /\p{L}{2}/u.test(half));
    const texts = halves.length === 2 ? [text, ...halves] : [text];
    const found: (Meaning | undefined)[] = [];
    for (const print of texts) {
      this.raise(found, print, '');
      if (over) this.raise(found, print, over);
    }
    raiseKnown(found, this.labels?.match(from, label[1]));
    if (heading) raiseKnown(found, this.labels?.compare([heading, [from, label[1]]]));
    this.memory.set(key, found);
    return found;
  }

  /** Chance that a stretch of text is a label rather than a value, 0 to 1. */
  labelness([start, end]: Range): number {
    return this.embedder.labelness(textOfTokens(this.view, Math.max(start, end - MOST_TOKENS), end));
  }

  /** How near a label of several lines is to each field. */
  ofLines(lines: readonly Range[]): readonly (Meaning | undefined)[] {
    const key = lines.map((line) => line.join(':')).join(' ');
    const known = this.memory.get(key);
    if (known) return known;
    const found: (Meaning | undefined)[] = [];
    this.raise(found, lines.map(([start, end]) => textOfTokens(this.view, start, end)).join(' '), '');
    raiseKnown(found, this.labels?.compare(lines));
    this.memory.set(key, found);
    return found;
  }

  /** How near a label that is not printed is to each field. */
  ofText(text: string): readonly (Meaning | undefined)[] {
    const key = `text ${text}`;
    const known = this.memory.get(key);
    if (known) return known;
    const found: (Meaning | undefined)[] = [];
    this.raise(found, text, '');
    raiseKnown(found, this.labels?.compareText(text));
    this.memory.set(key, found);
    return found;
  }

  private raise(found: (Meaning | undefined)[], text: string, heading: string): void {
    const printed = this.embedder.printed(text, heading);
    if (printed.text.words.length === 0) return;
    const near = this.asked.map((asked, field) => ({ field, asked, likeness: dot(asked.vector, printed.vector) }));
    if (near.length > COMPARED) near.sort((a, b) => b.likeness - a.likeness || a.field - b.field);
    for (const { field, asked } of near.slice(0, COMPARED)) {
      const { parts, score } = compareLabels(this.embedder.model, asked, printed);
      const chance = 1 / (1 + Math.exp(-score));
      if (chance > (found[field]?.chance ?? 0)) found[field] = { chance, parts };
    }
  }
}

/** Raises the chance of the fields that a label's words name for sure. */
function raiseKnown(found: (Meaning | undefined)[], matches: readonly (LabelMatch | undefined)[] = []): void {
  matches.forEach((match, field) => {
    if (match && match.score >= KNOWN && match.score > (found[field]?.chance ?? 0))
      found[field] = { chance: match.score, parts: found[field]?.parts ?? NO_MEANING.parts };
  });
}

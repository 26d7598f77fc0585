import { contentsFit } from '../rows/headings/column-contents.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import type { FieldKind } from '../terms/field-kind.ts';
import { textOfTokens } from '../view/document-view.ts';
import type { ListEntry } from './list-entry.ts';

/** A column of a table. */
export type ListColumn = {
  /** The text of its heading. */
  title: string;
  /** The text of all headings of the table. */
  head: string;
  /** Whether these are labels by their words: a form has values there as well. */
  isHead: boolean;
  /** How well its heading names the field, 0 to 1. */
  score: number;
  /** Its cells from top to bottom. */
  entries: ListEntry[];
};

/** How well a heading names the field at least, and from which likeness it is the field's own name. */
export const NAMED = 0.42;
export const SURE = 0.9;
/** Median chance from which text is labels, and the share of cells that must be of the field's kind. */
const LABELS = 0.5;
const MOST = 0.6;
/** Words that are no codes. */
const WORDS = /\p{L}\p{Ll}{2}/u;

export type Lines = readonly (readonly [number, number])[];

/** True where most of the texts are labels, headings or titles rather than values, by their words; of two, both. */
export function areLabels(context: ExtractionContext, prints: readonly Lines[]): boolean {
  const chances = prints.map((lines) => Math.max(...lines.map(([start, end]) => context.labelnessOf(start, end)))).sort((a, b) => a - b);
  return (chances[Math.floor((chances.length - 1) / 2)] ?? 0) >= LABELS;
}

/**
 * True for a column whose cells are of the field's kind under a line of headings. Under the field's own name in a table of three columns and
 * more neither the form of the cells nor the other headings matter; a label with its value has two.
 */
export function isColumn(
  context: ExtractionContext,
  field: number,
  { title, score, entries, isHead }: ListColumn,
  headings: number,
): boolean {
  const profile = context.profiles[field];
  const cells = entries.map(({ ranges }) => textOfLines(context, ranges));
  if (!cells.length || !contentsFit(profile, title, cells)) return false;
  return score >= SURE ? isHead || headings > 2 : isHead && holdsKind(profile?.kind, cells);
}

/** What values of a kind have at least. */
const FORMS: Partial<Record<FieldKind, (text: string) => boolean>> = {
  text: (text) => WORDS.test(text),
  name: (text) => WORDS.test(text),
  address: (text) => WORDS.test(text),
  place: (text) => WORDS.test(text),
  identifier: (text) => /\d/.test(text) && !WORDS.test(text),
};

/** True where most cells look like values of a kind. */
function holdsKind(kind: FieldKind | undefined, cells: readonly string[]): boolean {
  const test = kind && FORMS[kind];
  return !test || cells.filter(test).length >= MOST * cells.length;
}

/** Print of several lines as one text. */
export function textOfLines(context: ExtractionContext, lines: Lines): string {
  return lines.map(([start, end]) => textOfTokens(context.view, start, end)).join(' ');
}

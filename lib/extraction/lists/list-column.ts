import { contentsFit } from '../rows/column-contents.ts';
import type { Scene } from '../scoring/scene.ts';
import type { FieldKind } from '../terms/field-kind.ts';
import { textOfTokens } from '../view/document-view.ts';
import type { ListEntry } from './list-entry.ts';

/** A column of a table: its heading's print, how well it names the field (0 to 1), and its cells from top to bottom. */
export type ListColumn = { title: string; score: number; entries: ListEntry[] };

/** How well a heading names the field at least, and from which likeness it is the field's own name. */
export const NAMED = 0.42;
export const SURE = 0.9;
/** Median chance of its headings to be labels from which a line is a head, and the share of cells that must be of the field's kind. */
const HEAD = 0.5;
const MOST = 0.6;
/** Words that are no codes. */
const WORDS = /\p{L}\p{Ll}{2}/u;

type Range = readonly [number, number];

/**
 * True for a line of headings: labels rather than values, by the words of most of them. Of two both must be, as a label with its value
 * looks like that too; of three and more none needs to be where one is the field's own name.
 * @param named how well the best of them names the field, 0 to 1
 */
export function isHead(scene: Scene, headings: readonly (readonly Range[])[], named: number): boolean {
  if (named >= SURE && headings.length > 2) return true;
  const chances = headings.map((lines) => Math.max(...lines.map(([start, end]) => scene.labelnessOf(start, end)))).sort((a, b) => a - b);
  return (chances[Math.floor((chances.length - 1) / 2)] ?? 0) >= HEAD;
}

/** True where there are cells and they are of the field's kind, or the heading leaves no doubt. */
export function fitsField(scene: Scene, field: number, { title, score, entries }: ListColumn): boolean {
  const texts = entries.map(({ ranges }) => textOfLines(scene, ranges));
  const profile = scene.profiles[field];
  return texts.length > 0 && contentsFit(profile, title, texts) && (score >= SURE || holdsKind(profile?.kind, texts));
}

/** True where most cells are words for a field of texts or names, and codes for one of numbers. */
function holdsKind(kind: FieldKind | undefined, texts: readonly string[]): boolean {
  const isMost = (test: (text: string) => boolean) => texts.filter(test).length >= MOST * texts.length;
  if (kind === 'text' || kind === 'name' || kind === 'address') return isMost((text) => WORDS.test(text));
  return kind !== 'identifier' || isMost((text) => /\d/.test(text) && !WORDS.test(text));
}

/** Print of several lines as one text. */
export function textOfLines(scene: Scene, lines: readonly Range[]): string {
  return lines.map(([start, end]) => textOfTokens(scene.view, start, end)).join(' ');
}

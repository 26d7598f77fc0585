import { foldText } from '#lib/document/values/fold-text.ts';
import { anyOf } from '../languages/languages.ts';
import { wordsOfName } from './field-profile.ts';
import type { ValueClass } from './value-words.ts';

/** A part of the entries of a section (`section-names.ts`): what a person did where, or learned where. */
export type EntryPart = { section: 'work' | 'education'; part: ValueClass };

const words = (list: string): RegExp => new RegExp(String.raw`\b(?:${list})\b`);

/** Words by which a field asks for a part of one entry, folded. */
const ASKED: readonly (readonly [EntryPart, RegExp])[] = [
  [{ section: 'education', part: 'degree' }, words(anyOf(({ entries }) => entries?.degree))],
  [{ section: 'education', part: 'organisation' }, words(anyOf(({ entries }) => entries?.school))],
  [{ section: 'work', part: 'occupation' }, words(anyOf(({ entries }) => entries?.occupation))],
  [{ section: 'work', part: 'organisation' }, words(anyOf(({ entries }) => entries?.employer))],
];
/** Words that ask for another entry than the latest one, or for none. */
const OTHER = words(anyOf(({ entries }) => entries?.others));

/**
 * The part of the latest entry of a section that a field asks for by its name and label, or by its description where these tell none:
 * “current_employer”, “Highest degree”. Null for other fields.
 */
export function entryPartOf(field: { name: string; label?: string | undefined; description?: string | undefined }): EntryPart | null {
  const texts = [`${wordsOfName(field.name)} ${field.label ?? ''}`, field.description ?? ''].map(foldText);
  if (texts.some((text) => OTHER.test(text))) return null;
  for (const text of texts) for (const [part, asked] of ASKED) if (asked.test(text)) return part;
  return null;
}

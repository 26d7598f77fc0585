import { foldText } from '#lib/document/values/fold-text.ts';
import { asWords } from '../languages/languages.ts';
import { wordsOfName } from './field-profile.ts';
import type { ValueClass } from './value-words.ts';

/** A part of the entries of a section (`section-names.ts`): what a person did where, or learned where. */
export type EntryPart = { section: 'work' | 'education'; part: ValueClass };

/** Words by which a field asks for a part of one entry, folded. */
const ASKED: readonly (readonly [EntryPart, RegExp])[] = [
  [{ section: 'education', part: 'degree' }, asWords(({ entries }) => entries?.degree)],
  [{ section: 'education', part: 'organisation' }, asWords(({ entries }) => entries?.school)],
  [{ section: 'work', part: 'occupation' }, asWords(({ entries }) => entries?.occupation)],
  [{ section: 'work', part: 'organisation' }, asWords(({ entries }) => entries?.employer)],
];
/** Words that ask for another entry than the latest one, or for none. */
const OTHER = asWords(({ entries }) => entries?.others);

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

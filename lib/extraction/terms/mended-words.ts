import { foldText } from '#lib/document/values/fold-text.ts';
import { CONCEPT_IDS, FAMILIES, PARTIES } from '../languages/ids.ts';
import type { Knowledge } from '../languages/language.ts';
import { entriesOf } from '../languages/languages.ts';

const mended = (part: (language: Knowledge) => string | undefined) => (language: Knowledge) =>
  language.isMended === false ? undefined : part(language);

/**
 * The folded words that a misread word may be, in the order in which they are preferred: word families, names and labels of concepts,
 * headings of parties, of the languages that words are mended to.
 * @param split the folded words of a text
 */
export function listMendedWords(split: (text: string) => readonly string[]): ReadonlySet<string> {
  const families = FAMILIES.flatMap((id) =>
    [
      id,
      ...entriesOf(
        mended(({ families }) => families?.[id]),
        ' ',
      ),
    ].map(foldText),
  );
  const phrases = [
    ...CONCEPT_IDS.flatMap((id) => [...entriesOf(mended(({ names }) => names?.[id])), ...entriesOf(mended(({ labels }) => labels?.[id]))]),
    ...PARTIES.flatMap((id) => entriesOf(mended(({ parties }) => parties?.[id]))),
  ];
  return new Set([...families, ...phrases.flatMap((phrase) => [...split(phrase)])]);
}

import { foldText } from '#lib/document/values/fold-text.ts';
import { FAMILIES } from '../languages/ids.ts';
import { eachLanguage, entriesOf } from '../languages/languages.ts';

function sortWords(): Map<string, string> {
  const sorted = new Map<string, string>();
  for (const family of FAMILIES)
    for (const word of [family, ...entriesOf(({ families }) => families?.[family], ' ')]) {
      const folded = foldText(word);
      if (!sorted.has(folded)) sorted.set(folded, family);
    }
  return sorted;
}

/**
 * The family of each business word of the languages (`lib/extraction/languages`), by its folded spelling: words that mean the same,
 * so that "Rechnungsdatum", "date de facture" and "invoice date" are alike. A word in two families belongs to the first one.
 */
export const WORD_FAMILIES: ReadonlyMap<string, string> = sortWords();

/** Words that carry little meaning in a label, folded. */
export const FILLER_WORDS: ReadonlySet<string> = new Set(entriesOf(({ fillers }) => fillers, ' ').map(foldText));

/** Letters that stand for a word, and that word (“č” for “číslo”). */
export const SPELLED_OUT: ReadonlyMap<string, string> = new Map(
  eachLanguage(({ spelledOut }) => spelledOut).flatMap((words) => Object.entries(words) as [string, string][]),
);

/** Words that point from a document to the one it goes to, folded. */
export const TOWARDS: ReadonlySet<string> = new Set(entriesOf(({ towards }) => towards, ' ').map(foldText));

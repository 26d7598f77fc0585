import { DOCUMENT_NAMES } from '../languages/ids.ts';
import { anyOf, whole } from '../languages/languages.ts';
import { splitWords } from './vocabulary.ts';

/** Kinds of documents that carry a number of their own, and what they are called, as folded words. */
const NAMES: readonly (readonly [string, RegExp])[] = DOCUMENT_NAMES.map((id) => [id, whole(({ documents }) => documents?.[id])]);
/** Words of a document's name at most. */
const WORDS = 3;
/** What says that a number follows, alone or behind a document's name ("Rechnungsnummer", "Lieferschein-Nr."). */
const MARKER = whole(({ numbering }) => numbering?.marks);
const ENDING = new RegExp(`^(.{3,}?)s?(${anyOf(({ numbering }) => numbering?.endings)})$`);
/** The same of a day ("Angebotsdatum"), in names of fields only. */
const DAY = new RegExp(`^(.{3,}?)s?(${anyOf(({ numbering }) => numbering?.dayEndings)})$`);
/** Words of fields that ask for a number, and for a day. */
const NUMBER_WORD = whole(({ numbering }) => numbering?.asksNumber);
const DAY_WORD = whole(({ numbering }) => numbering?.asksDay);
/** Words beside a document's name that make no other document of it. */
const BESIDE = whole(({ numbering }) => numbering?.beside);

/** The kinds of documents that words name, and how many words that takes; null when they name none. */
function findName(words: readonly string[], ending = ENDING): { ids: string[]; length: number; isMarked: boolean } | null {
  for (let length = Math.min(WORDS, words.length); length > 0; length--) {
    const name = words.slice(0, length).join(' ');
    const bare = length === 1 ? (ending.exec(name)?.[1] ?? name) : name;
    for (const text of [name, bare, bare.replace(/s$/, '')]) {
      const ids = NAMES.flatMap(([id, name]) => (name.test(text) ? [id] : []));
      if (ids.length) return { ids, length, isMarked: bare !== name };
    }
  }
  return null;
}

/** What folded words say at their beginning: the document's kinds, how many words its name and the sign of a number take, and whether there is such a sign. */
export function readDocumentName(given: readonly string[]): { ids: string[]; length: number; isMarked: boolean } | null {
  let skipped = 0;
  while (skipped < 2 && BESIDE.test(given[skipped] ?? '')) skipped++;
  const name = findName(given.slice(skipped));
  if (!name) return null;
  let length = skipped + name.length;
  let isMarked = name.isMarked;
  while (BESIDE.test(given[length] ?? '') && length < skipped + name.length + 2) length++;
  while (MARKER.test(given[length] ?? '')) {
    length++;
    isMarked = true;
  }
  return { ids: name.ids, length, isMarked };
}

/** What stands between the words of a field's name. */
const LINK = whole(({ numbering }) => numbering?.links);

/**
 * The kinds of documents whose own number or day a field asks for by its name ("invoice_number", "numero_ddt", "Angebotsdatum"); none
 * for others.
 * @param what the words of a number or of a day
 */
export function documentNamesOfField(name: string, what: 'number' | 'day'): string[] {
  const isAsked = what === 'number' ? NUMBER_WORD : DAY_WORD;
  const words = splitWords(name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_\-.]+/g, ' '));
  let first = 0;
  while (first < words.length && (isAsked.test(words[first] ?? '') || (first > 0 && LINK.test(words[first] ?? '')))) first++;
  const rest = words.slice(first);
  const found = findName(rest, what === 'number' ? ENDING : DAY);
  if (!found || !rest.slice(found.length).every((word) => isAsked.test(word))) return [];
  return found.isMarked || words.length > found.length ? found.ids : [];
}

const UNNUMBERED = whole(({ numbering }) => numbering?.unnumbered);

/** True for words that ask for the day a document was made: “letter date”, “Date of the certificate”, “Angebotsdatum”. */
export function asksForOwnDay(text: string): boolean {
  if (documentNamesOfField(text, 'day').length) return true;
  const words = splitWords(text.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[_\-.]+/g, ' '));
  const rest = words.filter((word) => !DAY_WORD.test(word) && !LINK.test(word));
  return rest.length === 1 && rest.length < words.length && UNNUMBERED.test(rest[0] ?? '');
}

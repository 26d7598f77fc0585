import { foldText } from '#lib/document/values/fold-text.ts';
import { listMendedWords } from './mended-words.ts';
import { FILLER_WORDS, SPELLED_OUT, TOWARDS, WORD_FAMILIES } from './word-families.ts';

const LINKS = ['', 's', 'n', 'en', 'es'];
const cache = new Map<string, readonly string[]>();
const CACHE_LIMIT = 20_000;

function singular(word: string): string {
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

function known(word: string): string | null {
  return WORD_FAMILIES.get(word) ?? WORD_FAMILIES.get(singular(word)) ?? null;
}

/** Cuts a compound ("rechnungsnummer", or words that lost their space) into two known words. */
function splitCompound(word: string): string[] | null {
  for (let cut = word.length - 2; cut >= 3; cut--) {
    const tail = known(word.slice(cut));
    if (!tail) continue;
    const head = word.slice(0, cut);
    for (const link of LINKS) {
      if (!head.endsWith(link)) continue;
      const family = known(head.slice(0, head.length - link.length));
      if (family && head.length - link.length >= 3) return [family, tail];
    }
  }
  return null;
}

let deletions: Map<string, string> | null = null;

/** Words one letter away from a known word: by deletion of any letter (SymSpell's way), built when first needed. */
function deletionIndex(): Map<string, string> {
  if (deletions) return deletions;
  deletions = new Map();
  for (const word of listMendedWords(splitWords)) {
    if (word.length < 5 || /\d/.test(word)) continue;
    deletions.set(word, word);
    for (let at = 0; at < word.length; at++) {
      const shorter = word.slice(0, at) + word.slice(at + 1);
      if (!deletions.has(shorter)) deletions.set(shorter, word);
    }
  }
  return deletions;
}

function nearestWord(word: string): string | null {
  const index = deletionIndex();
  const direct = index.get(word);
  if (direct) return direct;
  for (let at = 0; at < word.length; at++) {
    const hit = index.get(word.slice(0, at) + word.slice(at + 1));
    if (hit && Math.abs(hit.length - word.length) <= 1) return hit;
  }
  return null;
}

const LETTERS = new RegExp(`(?<!\\p{L})(?:${[...SPELLED_OUT.keys()].join('|')})(?!\\p{L})`, 'giu');
const splits = new Map<string, readonly string[]>();

/** Folded words of a text: letters and digits, thousands joined (“5,000” as “5000”), with `#` and `%` kept as words of their own. */
export function splitWords(text: string): readonly string[] {
  const known = splits.get(text);
  if (known) return known;
  const words =
    foldText(text.replace(LETTERS, (letter) => SPELLED_OUT.get(letter.toLowerCase()) ?? letter))
      .replace(/\b(\p{L})\.\s?(?=\p{L}\b)/gu, '$1')
      .replace(/(\p{L})[’'](\p{L}{2,})/gu, '$1 $2')
      .replace(/(\d)[,.](?=\d{3}(?!\d))/g, '$1')
      .match(/[\p{L}\p{N}]+|[#%№]/gu) ?? [];
  if (splits.size < CACHE_LIMIT && text.length <= 40) splits.set(text, words);
  return words;
}

/**
 * Word families of one folded word: usually one; two for a compound; the word itself when it is not known.
 * @param repair also look for a known word one letter away (for recognised text)
 */
export function familiesOf(word: string, repair = false): readonly string[] {
  const cacheKey = repair ? `~${word}` : word;
  const cached = cache.get(cacheKey);
  if (cached) return cached;
  const direct = word === '#' || word === '№' ? 'number' : word === '%' ? 'percent' : known(word);
  let result: readonly string[] | null = direct ? [direct] : null;
  if (!result && word.length >= 7) result = splitCompound(word);
  if (!result && repair && word.length >= 5 && !/\d/.test(word)) {
    const near = nearestWord(word);
    if (near && near !== word) result = [known(near) ?? singular(near)];
  }
  result ??= [singular(word)];
  if (cache.size < CACHE_LIMIT) cache.set(cacheKey, result);
  return result;
}

/** True for a word that many labels are made of ("name", "Nummer", "reference"). */
export function isLabelWord(word: string): boolean {
  return WORD_FAMILIES.has(word) || WORD_FAMILIES.has(singular(word));
}

/** True for words without weight in a label ("of the", "der", "par"). */
export function isFiller(word: string): boolean {
  return FILLER_WORDS.has(word);
}

/** Families that many labels share; they decide less than others. */
const COMMON = new Set([
  'number',
  'date',
  'name',
  'total',
  'amount',
  'identifier',
  'code',
  'type',
  'other',
  'document',
  'item',
  'address',
  'start',
  'end',
]);

/** Weight of a family when two labels are compared. */
export function weightOfFamily(family: string): number {
  if (isFiller(family)) return 0.15;
  if (/^\d+[a-z]?$/.test(family)) return 0.3;
  if (family.length === 1) return 0.4;
  return COMMON.has(family) ? 0.7 : 1;
}

/** Whom a word names with one of them behind it: “invoice to”, “Rechnung an”, “facturé à” is no title but a party. */
const ADDRESSED = new Map([
  ['invoice', 'buyer'],
  ['delivery', 'shipping'],
]);

function addressedBy(word: string | undefined): string | undefined {
  return word === undefined ? undefined : ADDRESSED.get(known(word) ?? '');
}

/**
 * Families of folded words that stand in a row, those of the whole row together; a paper's name with “to” behind it is the party
 * it goes to.
 * @param before the folded word before them, `after` the one behind
 */
export function familiesInRow(
  words: readonly string[],
  { before, after, repair = false }: { before?: string | undefined; after?: string | undefined; repair?: boolean } = {},
): string[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1] ?? after;
    if (TOWARDS.has(word) && addressedBy(words[at - 1] ?? before)) return [];
    const addressed = next !== undefined && TOWARDS.has(next) ? addressedBy(word) : undefined;
    return addressed ? [addressed] : [...familiesOf(word, repair)];
  });
}

/** Families of a whole phrase in order, fillers left out unless nothing else is there. */
export function familiesOfPhrase(phrase: string): string[] {
  const words = splitWords(phrase);
  const content = words.filter((word, at) => !isFiller(word) || (TOWARDS.has(word) && addressedBy(words[at - 1])));
  return familiesInRow(content.length ? content : words);
}

/** Families of which the headings of papers and their columns are made. */
const OF_DOCUMENTS = new Set(['invoice', 'receipt', 'date', 'number', 'amount', 'due', 'page', 'quantity', 'description', 'price']);

const labelsOnly = new Map<string, boolean>();

/** True for text of label words only, at least one of them a paper's (“Tax Invoice”, “Rechnungsdatum”): it names no one. */
export function isLabelOnly(text: string): boolean {
  const known = labelsOnly.get(text);
  if (known !== undefined) return known;
  if (labelsOnly.size >= CACHE_LIMIT) labelsOnly.clear();
  const found = findLabelOnly(text);
  labelsOnly.set(text, found);
  return found;
}

function findLabelOnly(text: string): boolean {
  const words = splitWords(text).filter((word) => !isFiller(word));
  const found = words.map((word) => familiesOf(word));
  const all = words.length > 0 && words.every((word, at) => isLabelWord(word) || (found[at]?.length ?? 0) > 1);
  return all && found.some((names) => names.some((name) => OF_DOCUMENTS.has(name)));
}

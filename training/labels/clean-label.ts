import { wordsOfLabel } from '#lib/extraction/labels/words-of-label.ts';

const [MOST_WORDS, MOST_LETTERS, MOST_DESCRIPTION] = [9, 64, 24];
/** Scripts that the product's languages are written in. */
const SCRIPT = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{S}\p{M}\s]+$/u;
/** Placeholders of programs, and mark-up. */
const CODE = /[{}<>|\\=]|%[sd(]|\$\w|__|::|https?:|@\w/;

/** A label as it could be printed, without a colon or star behind it; null for sentences, mark-up and other scripts. */
export function cleanLabel(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const plain = text
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .replace(/[\s:*]+$/, '')
    .trim();
  if (plain.length < 2 || plain.length > MOST_LETTERS || CODE.test(plain) || /[.!?]\s|[!?.]$/.test(plain)) return null;
  if (!SCRIPT.test(plain) || !/\p{L}{2}/u.test(plain)) return null;
  return wordsOfLabel(plain).length <= MOST_WORDS ? plain : null;
}

/** The first sentence of a description, cut to so many words; null when nothing is left. */
export function cleanDescription(text: unknown): string | null {
  if (typeof text !== 'string') return null;
  const sentence = (
    text
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .split(/(?<=\p{L}{3}[.;])\s/u)[0] ?? ''
  ).trim();
  if (CODE.test(sentence) || !SCRIPT.test(sentence || '1')) return null;
  const words = sentence.split(' ').slice(0, MOST_DESCRIPTION);
  return words.length >= 2 ? words.join(' ') : null;
}

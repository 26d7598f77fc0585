import { expect, it } from 'vitest';
import { DOCUMENT_WORDS } from '#lib/document/values/document-words.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import { WORD_FAMILIES } from '../terms/word-families.ts';
import type { Language } from './language.ts';
import { LANGUAGES } from './languages.ts';

/** Words that mean one thing in their language and another one in a language before it; the families' order decides. */
const SHARED = ['merchant', 'recu', 'pago', 'kod'];

const texts = (part: unknown): string[] =>
  typeof part === 'string' ? [part] : part && typeof part === 'object' ? Object.values(part).flatMap(texts) : [];

it.each(LANGUAGES.map((language) => [language.code, language] as const))(
  'reads the file of %s: its words are in one family, and no entry is empty',
  (_, language: Language) => {
    const words = Object.entries(language.families).flatMap(([family, list]) => list.split(' ').map((word) => [foldText(word), family]));
    for (const [word = '', family] of words)
      if (!SHARED.includes(word)) expect(WORD_FAMILIES.get(word), `${word} is of two families`).toBe(family);
    for (const text of texts(language)) {
      expect(text.startsWith('|') || text.endsWith('|') || text.includes('||'), text).toBe(false);
      expect(() => new RegExp(text, 'iu'), text).not.toThrow();
    }
  },
);

it('has every language in the list of months and days as well, all twelve months of it', () => {
  const months = new Map(DOCUMENT_WORDS.map((words) => [words.code, words.months.split('|')]));
  for (const { code } of LANGUAGES) expect(months.get(code)?.filter(Boolean), code).toHaveLength(12);
});

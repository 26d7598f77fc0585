import { foldText } from './fold-text.ts';

const YES = new Set([
  'yes',
  'y',
  'true',
  'x',
  'on',
  '1',
  'ja',
  'j',
  'wahr',
  'oui',
  'o',
  'vrai',
  'si',
  's',
  'verdadero',
  'vero',
  'waar',
  'sim',
  'verdadeiro',
  'tak',
  'prawda',
  '☑',
  '☒',
  '✓',
  '✔',
  '✗',
  '✘',
  '[x]',
  '(x)',
]);
const NO = new Set([
  'no',
  'n',
  'false',
  'off',
  '0',
  'nein',
  'falsch',
  'non',
  'faux',
  'falso',
  'nee',
  'onwaar',
  'nao',
  'nie',
  'falsz',
  '☐',
  '□',
  '[]',
  '()',
  '[ ]',
  '( )',
]);

/** Reads yes/no words, marks and tick signs of the known languages: true, false, or null. */
export function parseBoolean(text: string): boolean | null {
  const word = foldText(text).trim();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : null;
}

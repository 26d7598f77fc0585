/**
 * The classes of the recogniser: class 0 is blank, then the dictionary's characters, last the space.
 * `latin` lists the classes (without blank and space) that can stand in text of European languages.
 */
export type Alphabet = { characters: string[]; space: number; latin: number[] };

/** @param dictionary one character a line. */
export function createAlphabet(dictionary: string): Alphabet {
  const lines = dictionary.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  const characters = ['', ...lines, ' '];
  const latin: number[] = [];
  for (let index = 1; index <= lines.length; index++) {
    if (isLatin(characters[index]!)) latin.push(index);
  }
  return { characters, space: characters.length - 1, latin };
}

/** True for characters that only stand in Chinese, Japanese or Korean text. */
export function isCjk(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text);
}

function isLatin(character: string): boolean {
  if (/^[!-~]$/.test(character)) return true;
  if (/^\p{Script=Latin}$/u.test(character) && character.charCodeAt(0) < 0x250) return true;
  return '€£¥§©®°±²³µ·×÷«»¿¡–—‘’“”•…№™½¼¾'.includes(character);
}

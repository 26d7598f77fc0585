import { toStorableText } from '#lib/contract/json/storable-json.ts';

const MOST_CHARACTERS = 500;
/** What a multipart form must escape in a name (WHATWG, “multipart/form-data encoding algorithm”); any other % is one. */
const ESCAPED = /%(?:22|0[AaDd])/g;
/** Control characters, and marks that turn the direction of writing so that a name looks like another. */
const DECEIVING = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * A file's name as it is kept: without folders, control characters and direction marks; never empty.
 * Names are only shown, no file is ever written under them.
 */
export function toStorableName(name: string): string {
  const last = toStorableText(name.replace(ESCAPED, decodeURIComponent)).split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(DECEIVING, '').trim();
  if (clean === '' || /^\.+$/.test(clean)) return 'unnamed';
  const characters = [...clean];
  if (characters.length <= MOST_CHARACTERS) return clean;
  const ending = /\.[^.]{1,10}$/.exec(clean)?.[0] ?? '';
  return characters.slice(0, MOST_CHARACTERS - ending.length).join('') + ending;
}

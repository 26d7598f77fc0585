const MAX_NAME = 255;
const MAX_FOLDER = 1024;
// C0 and C1 control characters, line and paragraph separators, and marks that reorder or hide text (bidirectional
// embeddings, overrides, isolates, zero-width characters but not the joiners that some scripts need)
const UNSEEN = /[\p{Cc}\u2028\u2029\u200b\u200e\u200f\u061c\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufffe\uffff]|\p{Cs}/gu;

/**
 * A file name as a person may see it: path parts, control characters and marks that turn the writing direction are
 * taken out, all else stays. At most 255 characters; the ending survives the cut.
 */
export function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  const clean = last.normalize('NFC').replace(UNSEEN, '').trim();
  if (clean === '' || clean === '.' || clean === '..') return 'Unnamed document';
  const characters = [...clean];
  if (characters.length <= MAX_NAME) return clean;
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(clean)?.[0] ?? '';
  return characters.slice(0, MAX_NAME - ending.length).join('') + ending;
}

/** A folder path as dropped, cleaned part by part: `2026/march`. Never leads up or to a root; at most 1,024 characters. */
export function cleanFolder(folder: string): string {
  const parts = folder
    .split(/[/\\]/)
    .map((part) => part.normalize('NFC').replace(UNSEEN, '').trim())
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return [...parts.join('/')].slice(0, MAX_FOLDER).join('').replace(/\/$/, '');
}

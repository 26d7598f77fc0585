import { visibleText } from '../encoding/strip-controls.ts';
import { isWide } from './glyph-width.ts';
import type { MonospaceBlock } from './layout-block.ts';
import { LINE_PITCH, type PageSetter } from './page-setter.ts';
import type { SetLine, SetWord } from './set-lines.ts';

/** Courier: every character is .6 of the font size wide. */
const ADVANCE = 0.6;
const TAB = 8;
const SIZE = 10;
const LEAST_SIZE = 6.5;
/** Lines longer than this are prose and wrap; up to here they may be a wide listing and widen the page. */
const MAX_COLUMNS = 260;

/** Columns that a character takes: 2 for full-width ones, 0 for combining marks. */
function columnsOf(character: string): number {
  if (character < '\u0300') return 1;
  if (/^[\p{M}\p{Cf}]$/u.test(character)) return 0;
  return isWide(character) ? 2 : 1;
}

/** The first lines tell how wide a listing is. */
const SAMPLE_LINES = 20_000;

type GridWord = { text: string; column: number; columns: number };

function gridWords(line: string): { words: GridWord[]; columns: number; gaps: boolean } {
  const words: GridWord[] = [];
  let column = 0;
  let word: GridWord | undefined;
  let blank = 0;
  let gaps = false;
  for (const character of visibleText(line)) {
    if (/\s/.test(character)) {
      word = undefined;
      const next = character === '\t' ? (Math.floor(column / TAB) + 1) * TAB : column + 1;
      blank += next - column;
      column = next;
      continue;
    }
    const columns = columnsOf(character);
    if (!word) {
      if (words.length > 0 && blank >= 2) gaps = true;
      word = { text: '', column, columns: 0 };
      words.push(word);
      blank = 0;
    }
    word.text += character;
    word.columns += columns;
    column += columns;
  }
  return { words, columns: word || words.length > 0 ? (words.at(-1)?.column ?? 0) + (words.at(-1)?.columns ?? 0) : 0, gaps };
}

/** Breaks one line's words into pieces of at most `most` columns; a piece after the first starts at column 0. */
function wrap(words: readonly GridWord[], most: number): GridWord[][] {
  const pieces: GridWord[][] = [[]];
  let start = 0;
  for (const word of words) {
    if (word.column + word.columns - start > most && (pieces.at(-1)?.length ?? 0) > 0) {
      pieces.push([]);
      start = word.column;
    }
    if (word.columns <= most) pieces.at(-1)?.push({ ...word, column: word.column - start });
    else {
      let part: GridWord = { text: '', column: word.column - start, columns: 0 };
      for (const character of word.text) {
        const columns = columnsOf(character);
        if (part.column + part.columns + columns > most) {
          pieces.at(-1)?.push(part);
          pieces.push([]);
          part = { text: '', column: 0, columns: 0 };
        }
        part.text += character;
        part.columns += columns;
      }
      pieces.at(-1)?.push(part);
      start = word.column + word.columns - part.columns - part.column;
    }
  }
  return pieces;
}

/** The number of columns a text is set in: as wide as its aligned lines need, at least 82 (what fits A4 at 10 points). */
function columnCount(lines: readonly { columns: number; gaps: boolean }[]): number {
  let most = 82;
  for (const { columns, gaps } of lines) if (columns <= (gaps ? MAX_COLUMNS : 126)) most = Math.max(most, columns);
  return most;
}

/**
 * Sets text whose columns are made of spaces, as on a typewriter: aligned columns stay aligned, blank lines part blocks,
 * a form feed begins a new page, lines longer than the listing is wide wrap at spaces. Yields after every line that is set.
 */
export function* setMonospace(setter: PageSetter, block: MonospaceBlock): Generator<void> {
  const lines = block.lines.flatMap((line) => line.split('\f').map((part, index) => ({ part, feed: index > 0 })));
  const sample = lines.slice(0, SAMPLE_LINES).map(({ part }) => gridWords(part));
  const most = columnCount(sample);
  const size = Math.max(LEAST_SIZE, Math.min(SIZE, setter.textWidth / (most * ADVANCE)));
  const pitch = size * LINE_PITCH;
  let open = false;
  for (const [index, { part, feed }] of lines.entries()) {
    if (setter.full) break;
    const { words } = sample[index] ?? gridWords(part);
    if (feed) {
      setter.endBlock();
      open = false;
      setter.breakPage();
    }
    if (words.length === 0) {
      if (feed) continue;
      setter.endBlock();
      open = false;
      if (!setter.isAtTop) setter.y += pitch;
      continue;
    }
    for (const piece of wrap(words, most)) {
      setter.ensure(pitch);
      if (!open) setter.beginBlock(block.blockKind);
      open = true;
      setter.place(toLine(piece, size), setter.left, setter.y, size);
      setter.y += pitch;
    }
    yield;
  }
  setter.endBlock();
}

function toLine(words: readonly GridWord[], size: number): SetLine {
  const unit = size * ADVANCE;
  const run = { text: '' };
  const set: SetWord[] = words.map((word) => ({ text: word.text, x: word.column * unit, width: word.columns * unit, bold: false, run }));
  const last = set.at(-1);
  return { words: set, width: last ? last.x + last.width : 0 };
}

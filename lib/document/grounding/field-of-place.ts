import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { Cell, Page, Table } from '#lib/contract/service/reading.ts';
import { findPageLines, type LinedPage } from '../geometry/page-lines.ts';
import { shapeOf } from '../schemas/fields-of-table.ts';
import { currencyCodes } from '../values/parse-currency.ts';
import { familyOf, looksLikeValue } from './looks-like-value.ts';

/** Words that a label has at most. */
const LONGEST_LABEL = 7;
/** Within a label, a wider gap than so many heights of its words ends it; from a label to its value, one is wide from so many on. */
const [WIDEST_GAP, WIDE_GAP] = [1.3, 4];
/** How far above a value its label may stand, in heights of the value. */
const FARTHEST_ABOVE = 3.5;
/** A row of a table has so many of the cells that the headings have. */
const LEAST_FILLED = 0.75;
/** What leads from a label to its value. */
const LEADS = /(?::|=|…|\.{2,})$/;
/** A rate, and the number of one whose sign stands apart. */
const [RATE, NUMBER] = [/^\(?\d{1,3}(?:[.,]\d+)?%\)?[:,]?$/, /^\(?\d{1,3}(?:[.,]\d+)?$/];

/**
 * A field for a value that a person marked on a page: its label, and what kind of value it is. The label is the heading of a table's
 * column, else what stands left of the value on its line, else what stands above it; across a wide gap without a colon, what stands above
 * and ends with one goes first. It is empty where nothing looks like one.
 * @param words indices into the page's words, in reading order; at least one
 */
export function fieldOfPlace(page: Page, words: readonly number[]): Pick<RowField, 'label' | 'type' | 'format'> {
  const lined = findPageLines(page);
  const text = words.map((word) => page.words[word]!.text).join(' ');
  const left = labelLeft(lined, words);
  const above = labelAbove(lined, words);
  const nearest = left.isSure || !above.isSure ? left.label || above.label : above.label;
  return { label: headingOf(page, words[0]!) || nearest, ...shapeOf([text]) };
}

type Label = { label: string; isSure: boolean };
const NONE: Label = { label: '', isSure: false };

/**
 * The heading of the column that a word stands in, where the table has one; not for a total below, nor for a pair of label and value, which
 * have labels of their own.
 */
function headingOf({ tables }: Page, word: number): string {
  for (const table of tables) {
    const { cells } = table;
    const cell = cells.find(({ words, header }) => !header && words.includes(word));
    const heading = cell && cells.findLast(({ header, column, row }) => header && column === cell.column && row < cell.row);
    if (!cell || !heading || isPaired(table, cell, heading)) continue;
    if (isFilled(table, cell.row, heading)) return toLabel(heading.text.split(/\s+/));
  }
  return '';
}

const isFilled = ({ cells }: Table, line: number, heading: Cell) => {
  const filled = (asked: number) => cells.filter(({ row, text }) => row === asked && text.trim() !== '').length;
  return filled(line) >= LEAST_FILLED * filled(heading.row);
};

/**
 * True where the cell is the value of a label beside it. The first of a block's pairs was taken for headings then: it has a value among its
 * labels, or the values below it are not of one kind. Where two columns have headings, the left one still names its lines.
 */
function isPaired(table: Table, cell: Cell, heading: Cell): boolean {
  const { cells, column_count } = table;
  const before = cells.findLast(({ row, column, text }) => row === cell.row && column < cell.column && text.trim() !== '');
  if (before && LEADS.test(before.text.trim())) return true;
  if (before && column_count === 2 && isLabel(before.text)) return true;
  if (cells.some(({ row, text }) => row === heading.row && looksLikeValue(text))) return true;
  const below = cells.filter(({ row, column }) => column === cell.column && row > heading.row && isFilled(table, row, heading));
  return new Set(below.map(({ text }) => familyOf(text)).filter(Boolean)).size > 1;
}

const isLabel = (text: string) => /\p{L}/u.test(text) && !looksLikeValue(text);

function labelLeft({ page, lines, lineOf }: LinedPage, words: readonly number[]): Label {
  const line = lines[lineOf[words[0]!] ?? -1];
  if (!line) return NONE;
  const before = line.words.slice(0, line.words.indexOf(words[0]!)).reverse();
  // a currency belongs to the value
  while (before.length > 0 && isCurrency(page.words[before[0]!]!.text)) before.shift();
  const taken = takeLabel(page, before);
  const label = toLabel(taken.reverse().map((word) => page.words[word]!.text));
  const [last] = before;
  if (last === undefined || !isLabel(label)) return NONE;
  const { text, box } = page.words[last]!;
  const gap = (page.words[words[0]!]!.box[0] - box[2]) * page.width;
  const isSure = LEADS.test(text) || gap <= WIDE_GAP * (box[3] - box[1]) * page.height;
  return { label, isSure };
}

const isCurrency = (text: string) => /^\p{Sc}$/u.test(text) || currencyCodes.includes(text);

/**
 * The words of a label, read from the value backwards: up to a wide gap, another label's colon, or what looks like a value itself. A rate is
 * left out: it belongs to the value, not to the label of all such values.
 */
function takeLabel(page: Page, before: readonly number[]): number[] {
  const taken: number[] = [];
  const rest = before.filter((_, at) => !isRate(page, before, at));
  const nearer = (word: number) => before[before.indexOf(word) - 1];
  for (const word of rest) {
    const { text, box } = page.words[word]!;
    const next = nearer(word);
    const gap = next === undefined ? 0 : (page.words[next]!.box[0] - box[2]) * page.width;
    const isApart = taken.length > 0 && gap > WIDEST_GAP * (box[3] - box[1]) * page.height;
    const hasLetters = taken.some((one) => /\p{L}/u.test(page.words[one]!.text));
    const isValue = /\d/.test(text) && (hasLetters || !/\p{L}/u.test(text));
    const isOther = hasLetters && /[:;|]$/.test(text);
    if (isApart || isValue || isOther || taken.length === LONGEST_LABEL) break;
    taken.push(word);
  }
  return taken;
}

/** True for each word of a rate, as in "VAT 20 %"; the words run from right to left. */
function isRate(page: Page, before: readonly number[], at: number): boolean {
  const textAt = (index: number) => page.words[before[index] ?? -1]?.text ?? '';
  const isSign = (text: string) => /^%\)?[:,]?$/.test(text);
  return RATE.test(textAt(at)) || (isSign(textAt(at)) ? NUMBER.test(textAt(at + 1)) : NUMBER.test(textAt(at)) && isSign(textAt(at - 1)));
}

function labelAbove({ page, lines, lineOf }: LinedPage, words: readonly number[]): Label {
  const boxes = words.map((word) => page.words[word]!.box);
  const [left, right] = [Math.min(...boxes.map((box) => box[0])), Math.max(...boxes.map((box) => box[2]))];
  const [, top, , bottom] = boxes[0]!;
  const own = lineOf[words[0]!] ?? -1;
  for (const line of lines.slice(0, Math.max(0, own)).reverse()) {
    if (top - line.box[3] > FARTHEST_ABOVE * (bottom - top)) return NONE;
    const over = line.words.findIndex((word) => page.words[word]!.box[0] < right && page.words[word]!.box[2] > left);
    if (over < 0) continue;
    const reaches = (from: number, to: number) => {
      const [one, other] = [page.words[line.words[from]!]!.box, page.words[line.words[to]!]!.box];
      return (other[0] - one[2]) * page.width <= WIDEST_GAP * (one[3] - one[1]) * page.height;
    };
    let [from, to] = [over, over];
    while (from > 0 && reaches(from - 1, from)) from -= 1;
    while (to < line.words.length - 1 && reaches(to, to + 1)) to += 1;
    if (to - from >= LONGEST_LABEL) return NONE;
    const texts = line.words.slice(from, to + 1).map((word) => page.words[word]!.text);
    const label = toLabel(texts);
    return isLabel(label) ? { label, isSure: LEADS.test(texts.at(-1)!) } : NONE;
  }
  return NONE;
}

/** Without the signs that lead from a label to its value; empty without a letter. */
function toLabel(texts: readonly string[]): string {
  const label = texts
    .join(' ')
    .replace(/^[\s:;|•*–-]+|(?:[\s:;|=…–-]|\s\.+|\.{2,})+$/gu, '')
    .trim();
  return /\p{L}/u.test(label) ? label.slice(0, 200) : '';
}

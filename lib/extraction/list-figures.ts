import type { Page } from '#lib/contract/service/reading.ts';
import { readNumber } from '#lib/document/values/parse-number.ts';

const FIGURE = /(?<!\d)(?:\d{1,3}(?:[ \u00a0\u202f\u2009'’`´]\d{3})+(?!\d)(?:[.,]\d+)?|\d+(?:[.,]\d+)*)/gu;
/** Widest blank that groups digits, as part of the height of a word. */
const WIDEST_BLANK = 0.5;

/**
 * The numbers of a text, each in one spelling: `12,500.00`, `12.500` and `12 500` are all `12500`. Dates, times and numberings count
 * by their parts. Three digits after the only sign are taken for thousands, whatever the sign.
 */
export function listFigures(text: string): Set<string> {
  return new Set((text.match(FIGURE) ?? []).flatMap(spellingsOf));
}

/** The numbers of a page's visible words; digits are grouped over a blank only where the words stand close on one line. */
export function listPageFigures({ words, width, height }: Pick<Page, 'words' | 'width' | 'height'>): Set<string> {
  const visible = words.filter(({ hidden }) => !hidden);
  const parts = visible.map(({ text, box }, index) => {
    const before = visible[index - 1]?.box;
    if (!before) return text;
    const tall = Math.min(box[3] - box[1], before[3] - before[1]) * height;
    const blank = (box[0] - before[2]) * width;
    const isClose = Math.abs(box[1] - before[1]) * height < tall / 2 && blank > -tall && blank < WIDEST_BLANK * tall;
    return isClose ? ` ${text}` : `\n${text}`;
  });
  return listFigures(parts.join(''));
}

function spellingsOf(figure: string): string[] {
  if (/^\d+$/.test(figure)) return [withoutZeros(figure)];
  const number = readNumber(figure);
  if (!number) return (figure.match(/\d+/g) ?? []).map(withoutZeros);
  return [number.ambiguous ? withoutZeros(figure.replace(/\D/g, '')) : String(number.value)];
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '');
}

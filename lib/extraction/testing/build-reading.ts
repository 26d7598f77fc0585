import type { Box } from '#lib/contract/service/box.ts';
import type { FormField, Line, Page, Reading, StatedValue, Word } from '#lib/contract/service/reading.ts';
import { emptyPage } from '#lib/document/geometry/empty-page.ts';
import { readingOfPages } from '#lib/document/geometry/reading-of-pages.ts';

/** A text set on a made-up A4 page: position of its top left corner in points, size in points. */
export type Print = {
  text: string;
  x: number;
  y: number;
  size?: number;
  bold?: boolean /** Ends here instead of beginning at `x`. */;
  right?: boolean;
};

const WIDTH = 595;
const HEIGHT = 842;
const box = (left: number, top: number, right: number, bottom: number): Box => [left / WIDTH, top / HEIGHT, right / WIDTH, bottom / HEIGHT];

/** Width of a text in points, for a plain face. */
export function widthOfText(text: string, size: number): number {
  return (
    [...text].reduce(
      (sum, char) => sum + (/[ilI.,:;'|!]/.test(char) ? 0.28 : /[mwMW@]/.test(char) ? 0.85 : /[A-Z]/.test(char) ? 0.66 : 0.52),
      0,
    ) * size
  );
}

/** A page with texts set on it; every text is a line of its own. */
export function buildPage(number: number, prints: readonly Print[], formFields: readonly FormField[] = []): Page {
  const words: Word[] = [];
  const lines: Line[] = [];
  for (const print of prints) {
    const size = print.size ?? 10;
    const first = words.length;
    let x = print.right ? print.x - widthOfText(print.text, size) : print.x;
    for (const text of print.text.split(' ')) {
      const width = widthOfText(text, size);
      if (text) words.push({ text, box: box(x, print.y, x + width, print.y + size), size, ...(print.bold ? { bold: true } : {}) });
      x += width + 0.28 * size;
    }
    const boxes = words.slice(first).map((word) => word.box);
    const start = boxes[0];
    const end = boxes.at(-1);
    if (start && end) lines.push({ words: [first, words.length], box: [start[0], start[1], end[2], end[3]] });
  }
  return emptyPage({
    number,
    width: WIDTH,
    height: HEIGHT,
    source: 'text',
    display: 'image',
    words,
    lines,
    form_fields: [...formFields],
  });
}

/** A reading made of pages (each a list of texts), for tests and made-up training documents. */
export function buildReading(
  pages: readonly (readonly Print[])[],
  rest: { stated?: StatedValue[]; formFields?: FormField[] } = {},
): Reading {
  const made = pages.map((prints, index) => buildPage(index + 1, prints, index === 0 ? rest.formFields : []));
  return readingOfPages(made, { stated_values: rest.stated ?? [] });
}

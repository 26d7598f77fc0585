import type { MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { rowFieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Page, Word } from '#lib/contract/service/reading.ts';
import { evidenceOfWords } from '../../geometry/page-lines.ts';
import { formatPointer } from '../../values/pointer.ts';
import { readCellText } from '../../values/read-cell-text.ts';

/** A text on a made page: left edge and top in points; the page has 600 by 800, a letter 5. */
export type Print = [x: number, y: number, text: string];

/** A page with texts on it, for tests of tables. */
export function madePage(number: number, prints: readonly Print[]): Page {
  const words: Word[] = [];
  for (const [left, top, print] of prints) {
    let x = left;
    for (const text of print.split(' ')) {
      words.push({ text, box: [x / 600, top / 800, (x + 5 * text.length) / 600, (top + 10) / 800] });
      x += 5 * text.length + 3;
    }
  }
  const rest = { name: null, source: 'text', display: 'image', text_rotation: 0, lines: [], blocks: [], tables: [] } as const;
  return { number, width: 600, height: 800, words, form_fields: [], tick_boxes: [], links: [], ...rest, lines: [], blocks: [], tables: [] };
}

/** Columns of a made table by name and type. */
export function madeColumns(types: Record<string, RowField['type']>): RowField[] {
  return Object.entries(types).map(([name, type]) => rowFieldSchema.parse({ name, type }));
}

/** Evidence of a text that stands at a place of a made page. */
export function evidenceAt(page: Page, [x, y, text]: Print): Evidence {
  const first = page.words.findIndex(({ box }) => Math.abs(box[0] * 600 - x) < 0.01 && Math.abs(box[1] * 800 - y) < 0.01);
  return evidenceOfWords(
    page,
    text.split(' ').map((_, step) => first + step),
  );
}

/** A row as it was extracted; each cell is a print on the page, or null. */
export function madeRow(index: number, columns: readonly RowField[], page: Page, prints: readonly (Print | null)[]): MergedRow {
  const cells = columns.map((column, at): [string, MergedValue] => {
    const print = prints[at] ?? null;
    const value = print ? readCellText(column, print[2]) : null;
    return [
      column.name,
      {
        pointer: formatPointer('rows', index, column.name),
        value,
        text: print?.[2] ?? null,
        confidence: 0.9,
        evidence: print && value !== null ? [evidenceAt(page, print)] : [],
        candidates: [],
        machine_flags: [],
        status: 'machine',
        original: value,
      },
    ];
  });
  return { key: `m${index}`, pointer: formatPointer('rows', index), origin: 'machine', cells: Object.fromEntries(cells) };
}

/** The row after a person gave cells other values, by typing. */
export function repairedRow(row: MergedRow, values: Record<string, MergedValue['value']>): MergedRow {
  const cells = { ...row.cells };
  for (const [name, value] of Object.entries(values))
    cells[name] = { ...cells[name]!, value, text: null, evidence: [], status: value === null ? 'cleared' : 'corrected' };
  return { ...row, cells };
}

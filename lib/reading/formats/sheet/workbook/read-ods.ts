import { attribute, child, elements, type XmlElement } from '../../../xml/xml.ts';
import { type OdfPackage, odfStyles, requireBody } from '../../odf/odf-package.ts';
import type { Workbook } from './read-workbook.ts';
import type { Merge, Sheet, SheetCell, SheetRow } from './sheet.ts';

/** Most columns and rows of an OpenDocument sheet that are looked at. */
const MAX_COLUMNS = 16_384;
const MAX_ROWS = 1_048_576;
/** Most times a row with text is repeated. */
const MAX_REPEAT = 1000;
/** Copies of cells that one sheet may ask for. */
const MOST_COPIES = 100_000;

function times(element: XmlElement, name: string): number {
  return Math.max(1, Number.parseInt(attribute(element, name) ?? '1', 10) || 1);
}

/** Displayed text of a cell: its paragraphs; comments are left out. */
function cellText(cell: XmlElement): string {
  const lines = elements(cell, 'p').map((paragraph) => paragraphText(paragraph));
  const text = lines.join('\n').trim();
  if (text !== '') return text;
  return attribute(cell, attribute(cell, 'value-type') === 'string' ? 'string-value' : 'office:value') ?? '';
}

function paragraphText(element: XmlElement): string {
  return element.children
    .map((node) => {
      if (typeof node === 'string') return node;
      if (node.name === 's') return ' '.repeat(Math.min(200, times(node, 'c')));
      if (node.name === 'line-break') return '\n';
      if (node.name === 'tab') return '\t';
      return node.name === 'annotation' ? '' : paragraphText(node);
    })
    .join('');
}

function rowElements(table: XmlElement): XmlElement[] {
  return elements(table).flatMap((each) => {
    if (each.name === 'table-row') return [each];
    return ['table-header-rows', 'table-rows', 'table-row-group'].includes(each.name) ? rowElements(each) : [];
  });
}

function hiddenColumns(table: XmlElement): Set<number> {
  const hidden = new Set<number>();
  let column = 0;
  const walk = (parent: XmlElement) => {
    for (const each of elements(parent)) {
      if (each.name === 'table-column') {
        const count = Math.min(times(each, 'number-columns-repeated'), MAX_COLUMNS - column);
        if (['collapse', 'filter'].includes(attribute(each, 'visibility') ?? ''))
          for (let at = 0; at < count; at += 1) hidden.add(column + at);
        column += count;
      } else if (['table-header-columns', 'table-columns', 'table-column-group'].includes(each.name)) walk(each);
    }
  };
  walk(table);
  return hidden;
}

/** A formula as spreadsheet programs show it: `of:=SUM([.B2:.B6])` is `SUM(B2:B6)`. */
function plainFormula(formula: string | undefined): string | undefined {
  return formula
    ?.replace(/^\w*:?=/, '')
    .replace(/\[([^\]]*)\]/g, (_, reference: string) => reference.replace(/(^|:)\./g, '$1').replace('.', '!'));
}

function readTable(table: XmlElement, styles: ReadonlyMap<string, XmlElement>): Sheet {
  const rows: SheetRow[] = [];
  const merges: Merge[] = [];
  const columnsHidden = hiddenColumns(table);
  let row = 0;
  let copies = 0;
  for (const element of rowElements(table)) {
    if (row >= MAX_ROWS) break;
    const repeat = times(element, 'number-rows-repeated');
    const rowHidden = ['collapse', 'filter'].includes(attribute(element, 'visibility') ?? '');
    const cells: SheetCell[] = [];
    let column = 0;
    for (const cell of elements(element, 'table-cell', 'covered-table-cell')) {
      const count = times(cell, 'number-columns-repeated');
      const text = cell.name === 'table-cell' ? cellText(cell) : '';
      if (text !== '') {
        const right = ['float', 'percentage', 'currency', 'date', 'time'].includes(attribute(cell, 'value-type') ?? '');
        const formula = plainFormula(attribute(cell, 'formula'));
        for (let at = column; at < Math.min(column + Math.min(count, MAX_REPEAT), MAX_COLUMNS); at += 1) {
          cells.push({
            column: at,
            text,
            right,
            hidden: rowHidden || columnsHidden.has(at),
            ...(formula && count === 1 ? { formula } : {}),
          });
        }
        const [rowSpan, columnSpan] = [times(cell, 'number-rows-spanned'), times(cell, 'number-columns-spanned')];
        if (rowSpan > 1 || columnSpan > 1) merges.push({ row, column, rowSpan, columnSpan });
      }
      column += count;
    }
    if (cells.length > 0) {
      const most = 1 + Math.floor(Math.max(0, MOST_COPIES - copies) / cells.length);
      const told = Math.min(repeat, MAX_REPEAT, most);
      copies += (told - 1) * cells.length;
      for (let at = 0; at < told; at += 1) rows.push({ row: row + at, cells });
    }
    row += repeat;
  }
  const display = attribute(child(styles.get(attribute(table, 'style-name') ?? ''), 'table-properties'), 'display');
  return { name: attribute(table, 'table:name') ?? 'Sheet', hidden: display === 'false', rows, merges };
}

/** Reads an OpenDocument spreadsheet: the text that the program showed in each cell when it saved. */
export function readOds(odf: OdfPackage): Workbook {
  const styles = odfStyles(odf);
  const tables = elements(requireBody(odf, 'spreadsheet'), 'table');
  return { sheets: tables.map((table) => readTable(table, styles)), uncalculated: 0, unread: [], isUnsure: false };
}

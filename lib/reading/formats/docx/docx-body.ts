import type { FormField } from '#lib/contract/service/reading.ts';
import { flattenBlocks } from '../../layout/flatten-blocks.ts';
import type { LayoutBlock, LayoutCell, ParagraphBlock, TextRun } from '../../layout/layout-block.ts';
import { attribute, child, elements, type XmlElement } from '../../xml/xml.ts';
import type { ListCounter } from './docx-numbering.ts';
import { controlField, type RunContext, RunReader } from './docx-runs.ts';
import { isOn, numberingOf, outlineLevel } from './docx-styles.ts';

type Field = Omit<FormField, 'box'>;

export type BodyContext = Omit<RunContext, 'textBox'> & {
  lists: ListCounter;
  /** Blocks of the files that the text takes in (`w:altChunk`), by their relation. */
  chunks: ReadonlyMap<string, LayoutBlock[]>;
};

/** Most columns that `w:gridBefore` may skip. */
const MAX_SKIP = 50;

/** Turns block content of WordprocessingML (`w:body`, a header, a note, a cell, a text box) into layout blocks. */
export class BodyReader {
  private readonly context: BodyContext;
  private readonly runs: RunReader;

  constructor(context: BodyContext) {
    this.context = context;
    this.runs = new RunReader({ ...context, textBox: (content) => new BodyReader(context).blocks(content) });
  }

  /** Blocks of `parent`'s paragraphs and tables in order; plain paragraphs get the kind `as`. */
  blocks(parent: XmlElement, as: ParagraphBlock['kind'] = 'paragraph', field: Field | null = null): LayoutBlock[] {
    return elements(parent).flatMap((element): LayoutBlock[] => {
      switch (element.name) {
        case 'p':
          return this.paragraph(element, as, field);
        case 'tbl':
          return [{ kind: 'table', rows: this.tableRows(element) }];
        case 'sdt': {
          const content = child(element, 'sdtContent');
          return content ? this.blocks(content, as, controlField(element) ?? field) : [];
        }
        case 'altChunk':
          return this.context.chunks.get(attribute(element, 'r:id') ?? '') ?? [];
        case 'AlternateContent':
          return this.blocks(child(element, 'Choice') ?? child(element, 'Fallback') ?? element, as, field);
        case 'ins':
        case 'moveTo':
        case 'customXml':
        case 'smartTag':
          return this.blocks(element, as, field);
        default:
          return [];
      }
    });
  }

  private paragraph(element: XmlElement, as: ParagraphBlock['kind'], field: Field | null): LayoutBlock[] {
    const properties = child(element, 'pPr');
    const style = this.context.styles.paragraph(attribute(child(properties, 'pStyle'), 'val'));
    const isBody = as === 'paragraph';
    const level = isBody ? (outlineLevel(properties) ?? style.headingLevel) : undefined;
    const { parts, boxes } = this.runs.read(element, style.bold, field);
    const numbering = numberingOf(properties) ?? style.numbering;
    const filled = parts.some((runs) => runs.some((run) => run.text.trim() !== '' || run.field));
    const marker = numbering && filled ? this.context.lists.next(numbering.numId, numbering.level) : undefined;
    const blocks: LayoutBlock[] = isOn(child(properties, 'pageBreakBefore')) ? [{ kind: 'page_break' }] : [];
    parts.forEach((runs, index) => {
      if (index > 0) blocks.push({ kind: 'page_break' });
      if (runs.length === 0) return;
      const own = index === 0 ? marker : undefined;
      if (level !== undefined) {
        const numbered: TextRun[] = own ? [{ text: `${own} ` }, ...runs] : runs;
        blocks.push({ kind: 'heading', level, runs: numbered });
      } else if (own && isBody) blocks.push({ kind: 'list_item', level: (numbering?.level ?? 0) + 1, marker: own, runs });
      else blocks.push({ kind: as, runs: own ? [{ text: `${own} ` }, ...runs] : runs });
    });
    return [...blocks, ...boxes];
  }

  private tableRows(table: XmlElement): LayoutCell[][] {
    /** For each grid column, the cell that a following `w:vMerge` goes on with. */
    const above = new Map<number, LayoutCell>();
    return this.rowElements(table).map((row) => {
      const properties = child(row, 'trPr');
      const header = isOn(child(properties, 'tblHeader')) ?? false;
      const cells: LayoutCell[] = [];
      let column = Math.min(MAX_SKIP, Number.parseInt(attribute(child(properties, 'gridBefore'), 'val') ?? '0', 10) || 0);
      if (column > 0) cells.push({ runs: [], columnSpan: column });
      for (const { cell, field } of this.cellElements(row, null)) {
        const cellProperties = child(cell, 'tcPr');
        const columnSpan = Math.max(1, Number.parseInt(attribute(child(cellProperties, 'gridSpan'), 'val') ?? '1', 10) || 1);
        const merge = child(cellProperties, 'vMerge');
        const goesOn = merge && attribute(merge, 'val') !== 'restart' ? above.get(column) : undefined;
        if (goesOn) {
          goesOn.rowSpan = (goesOn.rowSpan ?? 1) + 1;
        } else {
          const layoutCell: LayoutCell = { runs: this.cellRuns(cell, field), columnSpan, ...(header ? { header } : {}) };
          cells.push(layoutCell);
          if (merge) above.set(column, layoutCell);
          else above.delete(column);
        }
        column += columnSpan;
      }
      return cells;
    });
  }

  private rowElements(parent: XmlElement): XmlElement[] {
    return elements(parent).flatMap((element) => {
      if (element.name === 'tr') return child(element, 'trPr', 'del') ? [] : [element];
      const inner =
        element.name === 'sdt' ? child(element, 'sdtContent') : ['ins', 'customXml', 'moveTo'].includes(element.name) ? element : null;
      return inner ? this.rowElements(inner) : [];
    });
  }

  private cellElements(parent: XmlElement, field: Field | null): { cell: XmlElement; field: Field | null }[] {
    return elements(parent).flatMap((element) => {
      if (element.name === 'tc') return [{ cell: element, field }];
      if (element.name === 'sdt') {
        const content = child(element, 'sdtContent');
        return content ? this.cellElements(content, controlField(element) ?? field) : [];
      }
      return element.name === 'customXml' ? this.cellElements(element, field) : [];
    });
  }

  private cellRuns(cell: XmlElement, field: Field | null): TextRun[] {
    return flattenBlocks(this.blocks(cell, 'paragraph', field));
  }
}

import type { LayoutBlock, LayoutCell, ParagraphBlock, TextRun } from '../../layout/layout-block.ts';
import { type HtmlElement, type HtmlNode, parseHtml } from './html-tree.ts';

/** Pixels of a picture by its address in the HTML; null for one that is not shown. */
export type SizePicture = (address: string) => { width: number; height: number } | null;
export type HtmlBlocks = { blocks: LayoutBlock[]; title: string | null };

const INLINE = new Set(
  'a b strong i em u s del ins small big sub sup span font code tt kbd samp q cite label input textarea select option br img'.split(' '),
);
const BOLD = new Set(['b', 'strong', 'th', 'dt', 'legend', 'caption']);

type Style = { bold: boolean; url?: string };

function plainText(node: HtmlNode): string {
  return typeof node === 'string' ? node : node.children.map(plainText).join('');
}

function styleOf(element: HtmlElement, outer: Style): Style {
  const style = element.attributes.style ?? '';
  const weight = /font-weight\s*:\s*(bold|[6-9]00)/i.test(style) ? true : /font-weight\s*:\s*(normal|[1-4]00)/i.test(style) ? false : null;
  const bold = weight ?? (outer.bold || BOLD.has(element.tag));
  const url = element.tag === 'a' && element.attributes.href ? element.attributes.href : outer.url;
  return { bold, ...(url ? { url } : {}) };
}

function control(element: HtmlElement): TextRun[] {
  const { type = 'text', name = '', value = '', checked } = element.attributes;
  const label = null;
  if (element.tag === 'textarea') {
    const text = plainText(element);
    return [{ text, field: { name, label, kind: 'text', value: text || null } }];
  }
  if (element.tag === 'select') {
    const options = element.children.filter((child): child is HtmlElement => typeof child !== 'string' && child.tag === 'option');
    const text = plainText(options.find((option) => option.attributes.selected !== undefined) ?? '').trim();
    return [{ text, field: { name, label, kind: 'choice', value: text || null } }];
  }
  const ticked = checked !== undefined;
  if (type === 'checkbox') return [{ text: ticked ? '☒' : '☐', ticked, field: { name, label, kind: 'checkbox', value: ticked } }];
  if (type === 'radio') return [{ text: ticked ? '◉' : '○', ticked, field: { name, label, kind: 'radio', value: ticked } }];
  if (['hidden', 'submit', 'button', 'image', 'password', 'reset', 'file'].includes(type)) return [];
  return [{ text: value, field: { name, label, kind: 'text', value: value || null } }];
}

/** Collects the runs of inline content with white space collapsed as browsers do. */
class RunCollector {
  runs: TextRun[] = [];
  private blank = true;

  text(source: string, style: Style): void {
    let text = source.replace(/[ \t\r\n\f]+/g, ' ');
    if (this.blank) text = text.replace(/^ /, '');
    if (text === '') return;
    this.blank = text.endsWith(' ');
    const last = this.runs.at(-1);
    if (last && !last.field && last.ticked === undefined && (last.bold ?? false) === style.bold && last.url === style.url)
      last.text += text;
    else this.runs.push({ text, ...(style.bold ? { bold: true } : {}), ...(style.url ? { url: style.url } : {}) });
  }

  push(runs: TextRun[]): void {
    this.runs.push(...runs);
    this.blank = false;
  }

  lineBreak(): void {
    this.runs.push({ text: '\n' });
    this.blank = true;
  }

  take(): TextRun[] {
    const runs = this.runs;
    this.runs = [];
    this.blank = true;
    return runs;
  }
}

/** True when a table of its own stands inside; one with a single column only wraps text. */
function hasTable(element: HtmlElement): boolean {
  return element.children.some((child) => {
    if (typeof child === 'string') return false;
    if (child.tag === 'table' && rowsOf(child).some((row) => cellsOf(row).length > 1)) return true;
    return hasTable(child);
  });
}

function rowsOf(table: HtmlElement): HtmlElement[] {
  return table.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    if (child.tag === 'tr') return [child];
    return ['thead', 'tbody', 'tfoot'].includes(child.tag) ? rowsOf(child) : [];
  });
}

function cellsOf(row: HtmlElement): HtmlElement[] {
  return row.children.filter((child): child is HtmlElement => typeof child !== 'string' && (child.tag === 'td' || child.tag === 'th'));
}

/** All text of a cell; blocks inside it become lines. */
function cellRuns(cell: HtmlElement, outer: Style): TextRun[] {
  const collector = new RunCollector();
  const walk = (nodes: HtmlNode[], style: Style) => {
    for (const node of nodes) {
      if (typeof node === 'string') collector.text(node, style);
      else if (node.tag === 'br') collector.lineBreak();
      else if (['input', 'textarea', 'select'].includes(node.tag)) collector.push(control(node));
      else {
        const block = !INLINE.has(node.tag);
        if (block && collector.runs.length > 0 && !collector.runs.at(-1)?.text.endsWith('\n')) collector.lineBreak();
        if (node.tag === 'li') collector.text('• ', style);
        walk(node.children, styleOf(node, style));
        if (block && collector.runs.length > 0 && !collector.runs.at(-1)?.text.endsWith('\n')) collector.lineBreak();
      }
    }
  };
  walk(cell.children, outer);
  const runs = collector.take();
  while (runs.at(-1)?.text.trim() === '' && !runs.at(-1)?.field) runs.pop();
  return runs;
}

function span(value: string | undefined): number {
  const number = Number.parseInt(value ?? '', 10);
  return number > 1 ? Math.min(number, 1000) : 1;
}

const POINTS_OF_PIXEL = 0.75;

class BlockBuilder {
  blocks: LayoutBlock[] = [];
  title: string | null = null;
  private readonly inline = new RunCollector();
  private kind: ParagraphBlock['kind'] = 'paragraph';
  private level: number | undefined;
  private marker: string | undefined;
  private depth = 0;
  private readonly sizePicture: SizePicture;

  constructor(sizePicture: SizePicture) {
    this.sizePicture = sizePicture;
  }

  flush(): void {
    const runs = this.inline.take();
    while (runs.at(-1)?.text.trim() === '' && !runs.at(-1)?.field) runs.pop();
    if (runs.length === 0) return;
    const { kind, level, marker } = this;
    this.blocks.push({ kind, runs, ...(level ? { level } : {}), ...(marker ? { marker } : {}) });
    this.marker = undefined;
  }

  walk(nodes: HtmlNode[], style: Style): void {
    for (const node of nodes) {
      if (typeof node === 'string') this.inline.text(node, style);
      else this.element(node, style);
    }
  }

  private element(node: HtmlElement, outer: Style): void {
    const style = styleOf(node, outer);
    if (node.tag === 'title') this.title ??= plainText(node).replace(/\s+/g, ' ').trim() || null;
    else if (node.tag === 'br') this.inline.lineBreak();
    else if (node.tag === 'img') this.picture(node);
    else if (['input', 'textarea', 'select'].includes(node.tag)) this.inline.push(control(node));
    else if (INLINE.has(node.tag)) this.walk(node.children, style);
    else if (node.tag === 'pre') {
      this.flush();
      this.blocks.push({ kind: 'monospace', blockKind: 'code', lines: preText(node).split(/\r\n?|\n/) });
    } else if (node.tag === 'table') this.table(node, style);
    else if (node.tag === 'ul' || node.tag === 'ol') this.list(node, style);
    else this.block(node, style, /^h[1-6]$/.test(node.tag) ? { kind: 'heading', level: Number(node.tag[1]) } : null);
  }

  /** As large as the HTML says, or as its pixels are. */
  private picture({ attributes }: HtmlElement): void {
    const part = attributes.src ?? '';
    const own = this.sizePicture(part);
    if (!own) return;
    const given = (text: string | undefined) => (/^\d{1,4}(px)?$/.test(text ?? '') ? Number.parseInt(text ?? '', 10) || null : null);
    const [across, down] = [given(attributes.width), given(attributes.height)];
    const width = across ?? (down ? (down * own.width) / own.height : own.width);
    const height = down ?? (width * own.height) / own.width;
    this.flush();
    this.blocks.push({ kind: 'picture', part, width: width * POINTS_OF_PIXEL, height: height * POINTS_OF_PIXEL });
  }

  private block(node: HtmlElement, style: Style, as: { kind: ParagraphBlock['kind']; level: number } | null): void {
    this.flush();
    const outer = [this.kind, this.level] as const;
    if (as) [this.kind, this.level] = [as.kind, as.level];
    this.walk(node.children, style);
    this.flush();
    [this.kind, this.level] = outer;
  }

  private list(node: HtmlElement, style: Style): void {
    this.flush();
    this.depth += 1;
    let number = Number.parseInt(node.attributes.start ?? '1', 10) || 1;
    for (const child of node.children) {
      if (typeof child === 'string') this.inline.text(child, style);
      else if (child.tag === 'li') {
        this.flush();
        this.marker = node.tag === 'ol' ? `${number}.` : '•';
        number += 1;
        this.block(child, styleOf(child, style), { kind: 'list_item', level: this.depth });
        this.marker = undefined;
      } else this.element(child, style);
    }
    this.flush();
    this.depth -= 1;
  }

  /** A row with tables inside, and a table with one column, only arrange the page: their cells are set one after the other. */
  private table(node: HtmlElement, style: Style): void {
    this.flush();
    for (const child of node.children)
      if (typeof child !== 'string' && child.tag === 'caption') this.block(child, style, { kind: 'caption', level: 0 });
    let rows: HtmlElement[] = [];
    const finish = () => {
      if (rows.some((row) => cellsOf(row).length > 1))
        this.blocks.push({ kind: 'table', rows: rows.map((row) => layoutCells(row, style)).filter((row) => row.length > 0) });
      else for (const row of rows) this.arranged(row, style);
      rows = [];
    };
    for (const row of rowsOf(node)) {
      if (hasTable(row)) {
        finish();
        this.arranged(row, style);
      } else rows.push(row);
    }
    finish();
  }

  private arranged(row: HtmlElement, style: Style): void {
    for (const cell of cellsOf(row)) this.block(cell, styleOf(cell, style), null);
  }
}

function layoutCells(row: HtmlElement, style: Style): LayoutCell[] {
  return cellsOf(row).map((cell) => {
    const runs = cellRuns(cell, styleOf(cell, { ...style, bold: false }));
    const header = cell.tag === 'th';
    return { runs, rowSpan: span(cell.attributes.rowspan), columnSpan: span(cell.attributes.colspan), ...(header ? { header } : {}) };
  });
}

function preText(node: HtmlNode): string {
  if (typeof node === 'string') return node;
  return node.tag === 'br' ? '\n' : node.children.map(preText).join('');
}

/** Untrusted HTML to layout blocks. Nothing of it runs or is fetched; hidden elements are left out, and pictures unless `sizePicture` knows them. */
export function htmlBlocks(html: string, sizePicture: SizePicture = () => null): HtmlBlocks {
  const builder = new BlockBuilder(sizePicture);
  builder.walk(parseHtml(html).children, { bold: false });
  builder.flush();
  return { blocks: builder.blocks, title: builder.title };
}

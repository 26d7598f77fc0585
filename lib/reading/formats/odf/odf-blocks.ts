import { flattenBlocks } from '../../layout/flatten-blocks.ts';
import type { LayoutBlock, LayoutCell, ParagraphBlock, TextRun } from '../../layout/layout-block.ts';
import { formatListNumber } from '../../layout/list-number.ts';
import { attribute, child, descendants, elements, innerText, type XmlElement } from '../../xml/xml.ts';
import { mathText } from './math-text.ts';
import { rectangleOf } from './odf-package.ts';

/** Most times a repeated row or cell is really repeated. */
const MAX_REPEAT = 200;
/** Copies of cells that one document may ask for. */
const MOST_COPIES = 20_000;

type Style = { bold: boolean; url?: string };
type ListPlace = { style: XmlElement | undefined; level: number; numbers: number[] };

/** Points: bullets and lines are not shown. */
const LEAST_PICTURE = 12;
/** Elements that only group inline text or are fields whose shown text is their content. */
const SKIPPED = new Set([
  'tracked-changes',
  'sequence-decls',
  'forms',
  'annotation-end',
  'image',
  'desc',
  'title',
  'object',
  'event-listeners',
]);

/** Reads OpenDocument text content into layout blocks. Notes and comments are collected for the end. */
export class OdfReader {
  readonly notes: LayoutBlock[] = [];
  private readonly styles: ReadonlyMap<string, XmlElement>;
  private copies = 0;
  private boxes: LayoutBlock[] = [];
  private runs: TextRun[] = [];

  private readonly objects: ReadonlyMap<string, XmlElement>;
  private readonly pictures: ReadonlySet<string>;

  /**
   * @param objects contents of embedded objects by folder
   * @param pictures names of the pictures that are shown
   */
  constructor(
    styles: ReadonlyMap<string, XmlElement>,
    objects: ReadonlyMap<string, XmlElement> = new Map(),
    pictures: ReadonlySet<string> = new Set(),
  ) {
    this.styles = styles;
    this.objects = objects;
    this.pictures = pictures;
  }

  /** Blocks of the paragraphs, lists, tables and sections in `parent`; plain paragraphs get the kind `as`. */
  blocks(parent: XmlElement, as: ParagraphBlock['kind'] = 'paragraph', list?: ListPlace): LayoutBlock[] {
    return elements(parent).flatMap((element): LayoutBlock[] => {
      switch (element.name) {
        case 'p':
        case 'h':
          return this.paragraph(element, as, list);
        case 'list':
          return this.list(element, as, list);
        case 'table':
          return [{ kind: 'table', rows: this.rows(element) }];
        case 'frame': {
          const picture = this.picture(element);
          return picture ? [picture] : this.blocks(element, as, list);
        }
        case 'text-box':
        case 'custom-shape':
        case 'rect':
        case 'section':
        case 'index-body':
        case 'table-of-content':
        case 'alphabetical-index':
        case 'illustration-index':
        case 'index-title':
        case 'numbered-paragraph':
        case 'g':
          return this.blocks(element, as, list);
        case 'object':
          return this.objectBlocks(element);
        default:
          return [];
      }
    });
  }

  private property(name: string | undefined, group: string, key: string): string | undefined {
    const seen = new Set<string>();
    for (let at = name; at !== undefined && !seen.has(at); ) {
      seen.add(at);
      const style: XmlElement | undefined = this.styles.get(at);
      const value = attribute(child(style, group), key);
      if (value !== undefined) return value;
      at = attribute(style, 'parent-style-name');
    }
    return undefined;
  }

  private isBold(name: string | undefined): boolean | undefined {
    const weight = this.property(name, 'text-properties', 'font-weight');
    return weight === undefined ? undefined : weight === 'bold' || Number(weight) >= 600;
  }

  private paragraph(element: XmlElement, as: ParagraphBlock['kind'], list?: ListPlace): LayoutBlock[] {
    const outer = [this.runs, this.boxes] as const;
    this.runs = [];
    this.boxes = [];
    const styleName = attribute(element, 'style-name');
    this.inline(element, { bold: this.isBold(styleName) ?? false });
    const [runs, boxes] = [this.runs, this.boxes];
    [this.runs, this.boxes] = outer;
    const blocks: LayoutBlock[] =
      this.property(styleName, 'paragraph-properties', 'break-before') === 'page' ? [{ kind: 'page_break' }] : [];
    const title =
      /^(Title|Subtitle)$/.exec(styleName ?? '') ??
      /^(Title|Subtitle)$/.exec(attribute(this.styles.get(styleName ?? ''), 'parent-style-name') ?? '');
    if (runs.some((run) => run.text.trim() !== '')) {
      if (as === 'paragraph' && (element.name === 'h' || title)) {
        const level = Number.parseInt(attribute(element, 'outline-level') ?? '1', 10) || 1;
        blocks.push({ kind: 'heading', level: title?.[1] === 'Subtitle' ? 2 : level, runs });
      } else if (list && as === 'paragraph') blocks.push({ kind: 'list_item', level: list.level, runs });
      else blocks.push({ kind: as, runs });
    }
    return [...blocks, ...boxes];
  }

  private list(element: XmlElement, as: ParagraphBlock['kind'], outer?: ListPlace): LayoutBlock[] {
    const named = this.styles.get(attribute(element, 'style-name') ?? '');
    const place: ListPlace = { style: named ?? outer?.style, level: (outer?.level ?? 0) + 1, numbers: [...(outer?.numbers ?? []), 0] };
    return elements(element, 'list-item', 'list-header').flatMap((item) => {
      const counted = item.name === 'list-item';
      const start = Number.parseInt(attribute(item, 'start-value') ?? '', 10);
      if (counted) place.numbers[place.level - 1] = start >= 0 ? start : (place.numbers[place.level - 1] ?? 0) + 1;
      const blocks = this.blocks(item, as, place);
      const first = blocks[0];
      const startsWithList = elements(item)[0]?.name === 'list';
      const marker = counted && !startsWithList ? this.marker(place) : undefined;
      if (first && 'runs' in first && marker) {
        if (first.kind === 'list_item') first.marker = marker;
        else first.runs = [{ text: `${marker} ` }, ...first.runs];
      }
      return blocks;
    });
  }

  private marker({ style, level, numbers }: ListPlace): string | undefined {
    const definition = elements(style).find((each) => attribute(each, 'level') === String(level));
    if (!definition || definition.name === 'list-level-style-bullet') return '•';
    if (definition.name !== 'list-level-style-number') return undefined;
    const format = attribute(definition, 'num-format') ?? '1';
    if (format === '') return undefined;
    const shown = Math.max(1, Number.parseInt(attribute(definition, 'display-levels') ?? '1', 10) || 1);
    const text = numbers.slice(Math.max(0, level - shown), level).map((number) => formatListNumber(number, format));
    return `${attribute(definition, 'num-prefix') ?? ''}${text.join('.')}${attribute(definition, 'num-suffix') ?? ''}`;
  }

  private push(text: string, style: Style): void {
    if (text === '') return;
    this.runs.push({ text, ...(style.bold ? { bold: true } : {}), ...(style.url ? { url: style.url } : {}) });
  }

  private inline(parent: XmlElement, style: Style): void {
    for (const node of parent.children) {
      if (typeof node === 'string') this.push(node.replace(/[ \t\r\n]+/g, ' '), style);
      else this.inlineElement(node, style);
    }
  }

  private inlineElement(element: XmlElement, style: Style): void {
    switch (element.name) {
      case 'span':
        this.inline(element, { ...style, bold: this.isBold(attribute(element, 'style-name')) ?? style.bold });
        break;
      case 'a': {
        const url = attribute(element, 'href');
        this.inline(element, url && /^(https?|mailto):/.test(url) ? { ...style, url } : style);
        break;
      }
      case 's':
        this.push(' '.repeat(Math.min(200, Number.parseInt(attribute(element, 'c') ?? '1', 10) || 1)), style);
        break;
      case 'tab':
        this.push('\t', style);
        break;
      case 'line-break':
        this.push('\n', style);
        break;
      case 'note':
        this.note(element, style);
        break;
      case 'annotation':
        this.notes.push(...this.blocks(element, 'comment'));
        break;
      case 'frame': {
        const formula = this.formula(element);
        const picture = this.picture(element);
        if (formula !== null) this.push(formula, style);
        else this.boxes.push(...(picture ? [picture] : this.blocks(element)));
        break;
      }
      case 'custom-shape':
      case 'rect':
      case 'g':
        this.boxes.push(...this.blocks(element));
        break;
      case 'hidden-text':
        this.runs.push({ text: attribute(element, 'string-value') ?? innerText(element), hidden: true });
        break;
      case 'ruby':
        this.inline(child(element, 'ruby-base') ?? element, style);
        break;
      default:
        if (!SKIPPED.has(element.name)) this.inline(element, style);
    }
  }

  /** What an embedded object is made of: it stands in a folder of its own, in a flat file inside its element. */
  private objectRoot(object: XmlElement): XmlElement | undefined {
    return this.objects.get((attribute(object, 'href') ?? '').replace(/^\.\//, '')) ?? elements(object)[0];
  }

  /** The picture in a frame; null when there is something else in it, too, or it is tiny. */
  private picture(frame: XmlElement): LayoutBlock | null {
    const part = (attribute(child(frame, 'image'), 'href') ?? '').replace(/^\.\//, '');
    const size = rectangleOf(frame);
    if (!size || Math.min(size.width, size.height) < LEAST_PICTURE || !this.pictures.has(part)) return null;
    return child(frame, 'object') || child(frame, 'text-box') ? null : { kind: 'picture', part, width: size.width, height: size.height };
  }

  /** The formula in a frame as text; null when there is something else in it. */
  private formula(frame: XmlElement): string | null {
    const object = child(frame, 'object');
    const root = object && this.objectRoot(object);
    return root?.name === 'math' ? mathText(root) : null;
  }

  /** A formula as a paragraph; the cells of a sheet, or of the sheet behind a chart, as tables. */
  private objectBlocks(object: XmlElement): LayoutBlock[] {
    const root = this.objectRoot(object);
    if (root?.name === 'math') return [{ kind: 'paragraph', runs: [{ text: mathText(root) }] }];
    return descendants(root, 'table').map((table) => ({ kind: 'table', rows: this.rows(table) }));
  }

  private note(element: XmlElement, style: Style): void {
    const citation = `[${innerText(child(element, 'note-citation')).trim()}]`;
    this.push(citation, style);
    const body = child(element, 'note-body');
    const blocks = body ? this.blocks(body, 'note') : [];
    const first = blocks[0];
    if (first && 'runs' in first) first.runs = [{ text: `${citation} ` }, ...first.runs];
    this.notes.push(...blocks);
  }

  /** Rows of a table; covered cells are left out since the spans of others say where they are. */
  rows(table: XmlElement, header = false): LayoutCell[][] {
    return elements(table).flatMap((element): LayoutCell[][] => {
      if (['table-header-rows', 'table-rows', 'table-row-group'].includes(element.name))
        return this.rows(element, header || element.name === 'table-header-rows');
      if (element.name !== 'table-row') return [];
      const cells = elements(element, 'table-cell').flatMap((cell): LayoutCell[] => {
        const span = (name: string) => Math.max(1, Number.parseInt(attribute(cell, name) ?? '1', 10) || 1);
        const layoutCell = (): LayoutCell => ({
          runs: flattenBlocks(this.blocks(cell)),
          columnSpan: span('number-columns-spanned'),
          rowSpan: span('number-rows-spanned'),
          ...(header ? { header: true } : {}),
        });
        return Array.from({ length: this.times(span('number-columns-repeated'), 1) }, layoutCell);
      });
      const repeat = Number.parseInt(attribute(element, 'number-rows-repeated') ?? '1', 10) || 1;
      return Array.from({ length: this.times(repeat, Math.max(1, cells.length)) }, () => cells);
    });
  }

  /** How often something of so many cells is really repeated. */
  private times(wanted: number, cells: number): number {
    const times = Math.max(1, Math.min(wanted, MAX_REPEAT, 1 + Math.floor((MOST_COPIES - this.copies) / cells)));
    this.copies += (times - 1) * cells;
    return times;
  }
}

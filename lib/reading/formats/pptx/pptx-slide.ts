import type { LayoutBlock, LayoutCell, TextRun } from '../../layout/layout-block.ts';
import type { PageSetter } from '../../layout/page-setter.ts';
import { placeTable } from '../../layout/place-table.ts';
import { type PlacedParagraph, placeText } from '../../layout/place-text.ts';
import type { Rectangle } from '../../layout/rectangle.ts';
import { attribute, child, descendants, elements, type XmlElement } from '../../xml/xml.ts';
import { EMU, groupTransform, onSlide, readRectangle, SLIDE, type Transform } from '../ooxml/drawing-geometry.ts';
import type { Relation } from '../ooxml/relations.ts';
import { ancestorsOf, anchorOf, type Behind, levelStyle, placeholderOf, rectangleOf } from './pptx-placeholders.ts';
import { slideParagraphs } from './pptx-text.ts';

export type SlideContext = {
  setter: PageSetter;
  behind: Behind;
  relations: ReadonlyMap<string, Relation>;
  /** Drawn shapes of a diagram (SmartArt) by the relation of its data, or null. */
  diagram(dataRelation: string): XmlElement | null;
  /** Blocks that show a chart, by its relation. */
  charts: ReadonlyMap<string, LayoutBlock[]>;
  /** Whole slide in points. */
  whole: Rectangle;
  /** Set for what layout and master show behind the slide: the number of the slide, for fields that tell it. */
  behindNumber?: number;
};

const FOOTERS = new Set(['ftr', 'dt', 'sldNum', 'hdr']);
/** What a field for the number of the slide holds on layouts and masters. */
const NUMBER_SIGN = '‹#›';
/** Above this share of the slide's height stands a head. */
const HEAD = 0.4;
const TABLE_SIZE = 12;
const CHART_SIZE = 9;

function isTitle(shape: XmlElement): boolean {
  const type = placeholderOf(shape)?.type;
  return type === 'title' || type === 'ctrTitle';
}

/** Text of the slide's title on one line, or null. */
export function slideTitle(slide: XmlElement): string | null {
  const title = elements(child(slide, 'cSld', 'spTree'), 'sp').find(isTitle);
  const text = slideParagraphs(child(title, 'txBody'), new Map())
    .map(({ runs }) => runs.map((run) => run.text).join(''))
    .join(' ');
  return text.replace(/\s+/g, ' ').trim() || null;
}

/** Places everything on a slide that holds text: title first, then the other shapes in their order. */
export function placeSlide(slide: XmlElement, context: SlideContext): void {
  const shapes = elements(child(slide, 'cSld', 'spTree'));
  const titles = shapes.filter((shape) => shape.name === 'sp' && isTitle(shape));
  for (const shape of titles) placeShape(shape, SLIDE, context);
  for (const shape of shapes) if (!titles.includes(shape)) placeAny(shape, SLIDE, context, 0);
}

/**
 * Places what layout and master show behind a slide: their texts, but none of their placeholders, which a slide shows only as its own.
 * A slide or a layout can say that nothing of what is behind it is shown.
 */
export function placeBehind(slide: XmlElement, number: number, context: SlideContext): void {
  const { layout, master } = context.behind;
  const behind: SlideContext = { ...context, relations: new Map(), charts: new Map(), diagram: () => null, behindNumber: number };
  const showsBehind = (part: XmlElement | null) => !['0', 'false'].includes(attribute(part ?? undefined, 'showMasterSp') ?? '1');
  const shown = showsBehind(slide) ? [layout, ...(showsBehind(layout) ? [master] : [])] : [];
  for (const part of shown) for (const shape of elements(child(part ?? undefined, 'cSld', 'spTree'))) placeAny(shape, SLIDE, behind, 0);
}

function placeAny(element: XmlElement, transform: Transform, context: SlideContext, depth: number): void {
  if (depth > 40) return;
  switch (element.name) {
    case 'sp':
    case 'cxnSp':
      placeShape(element, transform, context);
      break;
    case 'grpSp': {
      const inner = groupTransform(child(element, 'grpSpPr', 'xfrm'), transform);
      for (const each of elements(element)) placeAny(each, inner, context, depth + 1);
      break;
    }
    case 'graphicFrame':
      placeFrame(element, transform, context, depth);
      break;
    case 'AlternateContent': {
      const choice = child(element, 'Choice') ?? child(element, 'Fallback');
      for (const each of elements(choice)) placeAny(each, transform, context, depth + 1);
      break;
    }
  }
}

function placeShape(shape: XmlElement, transform: Transform, context: SlideContext): void {
  const body = child(shape, 'txBody');
  if (!body) return;
  const placeholder = placeholderOf(shape);
  if (placeholder && context.behindNumber !== undefined) return;
  const ancestors = placeholder ? ancestorsOf(placeholder, context.behind) : [];
  const style = (level: number) => levelStyle(level, shape, ancestors, placeholder, context.behind.master);
  const scale = (Number.parseInt(attribute(child(body, 'bodyPr', 'normAutofit'), 'fontScale') ?? '', 10) || 100_000) / 100_000;
  const title = isTitle(shape);
  const footer = placeholder !== null && FOOTERS.has(placeholder.type);
  const rectangle = rectangleOf(shape, ancestors);
  const place = rectangle ? onSlide(rectangle, transform) : context.whole;
  const beside = context.behindNumber === undefined ? null : place.top < HEAD * context.whole.height ? 'header' : 'footer';
  const listed = placeholder !== null && !title && !footer && !['subTitle', 'pic'].includes(placeholder.type);
  const counts: number[] = [];
  const paragraphs = slideParagraphs(body, context.relations, (level) => style(level).bold).map((paragraph): PlacedParagraph => {
    const level = style(paragraph.level);
    const item = paragraph.bullet ?? listed;
    counts.length = Math.min(counts.length, paragraph.level + 1);
    if (paragraph.numbered) counts[paragraph.level] = (counts[paragraph.level] ?? 0) + 1;
    const number = paragraph.numbered ? [{ text: `${counts[paragraph.level]}. ` }] : [];
    return {
      kind: beside ?? (title ? 'heading' : footer ? 'footer' : item ? 'list_item' : 'paragraph'),
      ...(title ? { level: 1 } : item && !footer && !beside ? { level: paragraph.level + 1 } : {}),
      runs: [...number, ...paragraph.runs].map((run) => numbered(run, context.behindNumber)),
      size: (paragraph.size ?? level.size) * scale,
      indent: paragraph.level * 18,
      align: paragraph.align ?? level.align,
    };
  });
  if (!paragraphs.some(({ runs }) => runs.some((run) => run.text.trim() !== ''))) return;
  placeText(context.setter, paragraphs, place, anchorOf(shape, ancestors));
}

function numbered(run: TextRun, number: number | undefined): TextRun {
  return number === undefined ? run : { ...run, text: run.text.replaceAll(NUMBER_SIGN, String(number)) };
}

function placeFrame(frame: XmlElement, transform: Transform, context: SlideContext, depth: number): void {
  const own = readRectangle(child(frame, 'xfrm'));
  const rectangle = own ? onSlide(own, transform) : context.whole;
  const data = child(frame, 'graphic', 'graphicData');
  const table = child(data, 'tbl');
  if (table) placeFrameTable(table, rectangle, transform, context);
  const chart = context.charts.get(attribute(child(data, 'chart'), 'r:id') ?? '');
  if (chart) placeChart(chart, rectangle, context);
  const diagram = attribute(child(data, 'relIds'), 'r:dm');
  const drawing = diagram ? context.diagram(diagram) : null;
  if (!drawing) return;
  const inner: Transform = { x: rectangle.left, y: rectangle.top, scaleX: transform.scaleX, scaleY: transform.scaleY };
  for (const shape of elements(child(drawing, 'spTree'))) placeAny(shape, inner, context, depth + 1);
  if (drawing.name === 'dataModel') {
    const paragraphs = descendants(drawing, 't').flatMap((body) => slideParagraphs(body, context.relations));
    const placed = paragraphs.map(({ runs }): PlacedParagraph => ({ kind: 'paragraph', runs, size: 14, indent: 0, align: 'l' }));
    placeText(
      context.setter,
      placed.filter(({ runs }) => runs.some((run) => run.text.trim() !== '')),
      rectangle,
      't',
    );
  }
}

/** A chart's title stands in the top of its frame, the values below it. */
function placeChart(blocks: readonly LayoutBlock[], { left, top, width, height }: Rectangle, { setter }: SlideContext): void {
  for (const block of blocks) {
    if (block.kind === 'table') {
      const count = Math.max(1, ...block.rows.map((row) => row.length));
      const widths = Array.from({ length: count }, () => width / count);
      const size = Math.max(5, Math.min(CHART_SIZE, (height - 26) / Math.max(1, block.rows.length) / 1.5));
      placeTable(setter, { rows: block.rows, widths, heights: [], left, top: top + 24, size });
    } else if ('runs' in block) {
      placeText(setter, [{ kind: block.kind, runs: block.runs, size: 12, indent: 0, align: 'ctr' }], { left, top, width, height: 24 }, 't');
    }
  }
}

function placeFrameTable(table: XmlElement, rectangle: Rectangle, transform: Transform, context: SlideContext): void {
  const firstRow = attribute(child(table, 'tblPr'), 'firstRow') === '1';
  const length = (element: XmlElement, name: string) => (Number.parseInt(attribute(element, name) ?? '0', 10) || 0) / EMU;
  const widths = elements(child(table, 'tblGrid'), 'gridCol').map((column) => length(column, 'w') * transform.scaleX);
  const sizes: number[] = [];
  const rows = elements(table, 'tr').map((row, index) =>
    elements(row, 'tc').flatMap((cell): LayoutCell[] => {
      if (attribute(cell, 'hMerge') === '1' || attribute(cell, 'vMerge') === '1') return [];
      const paragraphs = slideParagraphs(child(cell, 'txBody'), context.relations);
      for (const { size } of paragraphs) if (size) sizes.push(size);
      const runs = paragraphs.flatMap((paragraph, number) => [...(number > 0 ? [{ text: '\n' }] : []), ...paragraph.runs]);
      const span = (name: string) => Math.max(1, Number.parseInt(attribute(cell, name) ?? '1', 10) || 1);
      return [{ runs, rowSpan: span('rowSpan'), columnSpan: span('gridSpan'), ...(firstRow && index === 0 ? { header: true } : {}) }];
    }),
  );
  const heights = elements(table, 'tr').map((row) => length(row, 'h') * transform.scaleY);
  const size = sizes.length > 0 ? Math.min(...sizes) : TABLE_SIZE;
  placeTable(context.setter, { rows, widths, heights, left: rectangle.left, top: rectangle.top, size });
}

import type { LayoutBlock } from '../../layout/layout-block.ts';
import { tellPages } from '../../layout/page-events.ts';
import { LINE_PITCH, type PageSetter } from '../../layout/page-setter.ts';
import { placeTable } from '../../layout/place-table.ts';
import { type PlacedParagraph, placeText } from '../../layout/place-text.ts';
import type { Rectangle } from '../../layout/rectangle.ts';
import { setLines } from '../../layout/set-lines.ts';
import { slidePages } from '../../layout/slide-pages.ts';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../../model/adapter.ts';
import { ReadError } from '../../model/read-error.ts';
import { readLength } from '../../xml/read-length.ts';
import { attribute, child, descendants, elements, innerText, type XmlElement } from '../../xml/xml.ts';
import { OdfReader } from './odf-blocks.ts';
import { type OdfPackage, odfStyles, openOdf, rectangleOf, requireBody } from './odf-package.ts';

const TITLE_SIZE = 32;
const TEXT_SIZE = 18;
const NOTE_SIZE = 10;
const TABLE_SIZE = 12;
const BEHIND_SIZE = 14;
/** Above this share of the slide's height stands a head. */
const HEAD = 0.4;
const DECLARED = ['footer', 'header', 'date-time'];
const SHAPES = new Set(['frame', 'custom-shape', 'rect', 'ellipse', 'circle', 'line', 'connector', 'polygon', 'path', 'caption']);

/** A presentation as its slides are set from it. */
type Deck = { odf: OdfPackage; styles: ReadonlyMap<string, XmlElement>; declarations: ReadonlyMap<string, string> };

/** Size of a slide in points, from its master page's layout; 28 by 21 cm when the file does not say. */
function pageSize(page: XmlElement, styles: ReadonlyMap<string, XmlElement>): { width: number; height: number } {
  const master = styles.get(attribute(page, 'master-page-name') ?? '');
  const properties = child(styles.get(attribute(master, 'page-layout-name') ?? ''), 'page-layout-properties');
  return {
    width: readLength(attribute(properties, 'page-width')) ?? 793.7,
    height: readLength(attribute(properties, 'page-height')) ?? 595.3,
  };
}

function paragraphs(blocks: readonly LayoutBlock[], title: boolean): PlacedParagraph[] {
  return blocks.flatMap((block): PlacedParagraph[] => {
    if (!('runs' in block)) return [];
    const { level } = block;
    return [
      {
        kind: title ? 'heading' : block.kind,
        ...(title ? { level: 1 } : level ? { level } : {}),
        runs: block.marker && block.marker !== '•' ? [{ text: `${block.marker} ` }, ...block.runs] : block.runs,
        size: title ? TITLE_SIZE : TEXT_SIZE,
        indent: block.kind === 'list_item' && level ? (level - 1) * 18 : 0,
        align: 'l',
      },
    ];
  });
}

function placeShapes(
  parent: XmlElement,
  setter: PageSetter,
  reader: OdfReader,
  whole: Rectangle,
  wanted: (title: boolean) => boolean,
): void {
  for (const shape of elements(parent)) {
    if (shape.name === 'g' || shape.name === 'a') placeShapes(shape, setter, reader, whole, wanted);
    if (!SHAPES.has(shape.name)) continue;
    const title = attribute(shape, 'presentation:class') === 'title';
    if (!wanted(title) || attribute(shape, 'presentation:placeholder') === 'true') continue;
    const rectangle = rectangleOf(shape) ?? whole;
    const table = child(shape, 'table');
    if (table) {
      const rows = reader.rows(table);
      const count = Math.max(1, ...rows.map((row) => row.reduce((sum, cell) => sum + (cell.columnSpan ?? 1), 0)));
      const widths = Array.from({ length: count }, () => rectangle.width / count);
      placeTable(setter, { rows, widths, heights: [], left: rectangle.left, top: rectangle.top, size: TABLE_SIZE });
    } else {
      const placed = paragraphs(reader.blocks(shape), title);
      if (placed.length > 0) placeText(setter, placed, rectangle, 't');
    }
  }
}

/** Texts of a master that a slide shows only when its style says so, by their class, and the property that says it. */
const SHOWN_BY: Record<string, string> = {
  footer: 'presentation:display-footer',
  'date-time': 'presentation:display-date-time',
  'page-number': 'presentation:display-page-number',
  header: 'presentation:display-header',
};

/** Places what the master page shows behind a slide: its texts, and footer, date and number where the slide shows them. */
function placeBehind(page: XmlElement, number: number, setter: PageSetter, { odf, styles, declarations }: Deck, whole: Rectangle): void {
  const master = styles.get(attribute(page, 'master-page-name') ?? '');
  const shown = child(styles.get(attribute(page, 'draw:style-name') ?? ''), 'drawing-page-properties');
  if (!master) return;
  const declared = (kind: string) => declarations.get(`${kind} ${attribute(page, `presentation:use-${kind}-name`)}`);
  const reader = new OdfReader(styles, odf.objects);
  for (const shape of elements(master)) {
    const rectangle = rectangleOf(shape);
    const kind = attribute(shape, 'presentation:class');
    const property = kind === undefined ? 'presentation:background-objects-visible' : SHOWN_BY[kind];
    const isShown = property && (attribute(shown, property) ?? (kind === undefined ? 'true' : 'false')) === 'true';
    if (!SHAPES.has(shape.name) || !rectangle || !isShown) continue;
    const told = kind === 'page-number' ? String(number) : kind ? declared(kind) : undefined;
    const blocks = told ? [{ kind: 'paragraph' as const, runs: [{ text: told }] }] : kind ? [] : reader.blocks(shape);
    const placed = paragraphs(blocks, false).map((paragraph) => ({
      ...paragraph,
      kind: rectangle.top < HEAD * whole.height ? ('header' as const) : ('footer' as const),
      size: BEHIND_SIZE,
    }));
    if (placed.length > 0) placeText(setter, placed, rectangle, 't');
  }
}

/** The texts that a presentation declares for its footers, headers and dates, by kind and name (`footer f1`). */
function readDeclarations({ content }: OdfPackage): Map<string, string> {
  const texts = new Map<string, string>();
  for (const kind of DECLARED) {
    for (const each of descendants(content, `${kind}-decl`)) {
      const name = attribute(each, 'presentation:name');
      const key = `${kind} ${name}`;
      if (name !== undefined && !texts.has(key)) texts.set(key, innerText(each).trim());
    }
  }
  return texts;
}

function notesOf(page: XmlElement, reader: OdfReader): PlacedParagraph[] {
  const notes = child(page, 'notes');
  const frames = elements(notes, 'frame').filter((frame) => attribute(frame, 'presentation:class') === 'notes');
  return frames
    .flatMap((frame) => reader.blocks(frame, 'note'))
    .flatMap((block): PlacedParagraph[] =>
      'runs' in block ? [{ kind: 'note', runs: block.runs, size: NOTE_SIZE, indent: 0, align: 'l' }] : [],
    );
}

function setPage(page: XmlElement, number: number, setter: PageSetter, deck: Deck): void {
  const { odf, styles } = deck;
  const reader = new OdfReader(styles, odf.objects);
  const size = pageSize(page, odf.styles ? styles : new Map());
  const notes = notesOf(page, reader);
  const lines = notes.reduce((sum, { runs }) => sum + setLines(runs, size.width - 55, NOTE_SIZE).length, 0);
  const noteHeight = lines > 0 ? lines * NOTE_SIZE * LINE_PITCH + 30 : 0;
  setter.fixed = { width: size.width, height: size.height + noteHeight };
  const current = setter.current();
  current.name = attribute(page, 'draw:name') ?? null;
  if (attribute(child(styles.get(attribute(page, 'draw:style-name') ?? ''), 'drawing-page-properties'), 'visibility') === 'hidden')
    current.hidden = true;
  const whole = { left: 0, top: 0, ...size };
  placeShapes(page, setter, reader, whole, (title) => title);
  placeShapes(page, setter, reader, whole, (title) => !title);
  placeBehind(page, number, setter, deck, whole);
  if (notes.length > 0) placeText(setter, notes, { left: 20, top: size.height + 8, width: size.width - 40, height: noteHeight - 8 }, 't');
}

/** Reads OpenDocument presentations and drawings: a page per slide with text at its place, notes below the slide. */
export const odpAdapter: FormatAdapter = {
  name: 'odp',

  async *read(file: SourceFile, context: ReadContext): AsyncGenerator<ReadEvent> {
    const odf = await openOdf(file, context);
    const deck = { odf, styles: odfStyles(odf), declarations: readDeclarations(odf) };
    const pages = elements(requireBody(odf, 'presentation', 'drawing'), 'page');
    if (pages.length === 0) throw new ReadError('empty_file', 'The presentation has no slides.');
    const set = slidePages(pages, context, (setter, page, index) => setPage(page, index + 1, setter, deck));
    yield* tellPages(set, context, Math.min(pages.length, context.limits.maxPages));
  },
};

import { type Archive, openArchive } from '../../files/open-archive.ts';
import { tellPages } from '../../layout/page-events.ts';
import { LINE_PITCH, type PageSetter } from '../../layout/page-setter.ts';
import { type PlacedParagraph, placeText } from '../../layout/place-text.ts';
import type { Rectangle } from '../../layout/rectangle.ts';
import { setLines } from '../../layout/set-lines.ts';
import { slidePages } from '../../layout/slide-pages.ts';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../../model/adapter.ts';
import { ReadError } from '../../model/read-error.ts';
import { attribute, child, descendants, elements, innerText, type XmlElement } from '../../xml/xml.ts';
import { readCharts } from '../ooxml/chart-blocks.ts';
import { readCoreProperties } from '../ooxml/core-properties.ts';
import { EMU } from '../ooxml/drawing-geometry.ts';
import { embeddedEvents } from '../ooxml/embedded-files.ts';
import { findPart, type Relation, readOptionalPart, readPart, readRelations } from '../ooxml/relations.ts';
import { listMasterParts } from './list-master-parts.ts';
import { listSlideParts } from './list-slide-parts.ts';
import { placeholderOf } from './pptx-placeholders.ts';
import { placeBehind, placeSlide, type SlideContext, slideTitle } from './pptx-slide.ts';
import { slideParagraphs } from './pptx-text.ts';

const NOTE_SIZE = 10;
/** Parts that many slides share (layouts, masters) are parsed once. */
type Parts = Map<string, XmlElement | null>;

async function sharedPart(archive: Archive, name: string | null, parts: Parts): Promise<XmlElement | null> {
  if (name === null) return null;
  const known = parts.get(name);
  if (known !== undefined) return known;
  const root = await readOptionalPart(archive, name);
  parts.set(name, root);
  return root;
}

/** Paragraphs of the speaker's notes of a slide. */
async function notesOf(archive: Archive, relations: ReadonlyMap<string, Relation>): Promise<PlacedParagraph[]> {
  const root = await readOptionalPart(archive, findPart(archive, relations, 'notesSlide'));
  return elements(child(root ?? undefined, 'cSld', 'spTree'), 'sp')
    .filter((shape) => placeholderOf(shape)?.type === 'body')
    .flatMap((shape) => slideParagraphs(child(shape, 'txBody'), new Map()))
    .filter(({ runs }) => runs.some((run) => run.text.trim() !== ''))
    .map(({ runs }) => ({ kind: 'note', runs, size: NOTE_SIZE, indent: 0, align: 'l' }));
}

/** Remarks on a slide, of old and new kind (`p:cm` with a text, `p188:cm` with a text body). */
async function commentsOf(archive: Archive, relations: ReadonlyMap<string, Relation>): Promise<PlacedParagraph[]> {
  const root = await readOptionalPart(archive, findPart(archive, relations, 'comments'));
  const texts = descendants(root ?? undefined, 'cm').flatMap((remark) => [
    ...elements(remark, 'text').map(innerText),
    ...descendants(remark, 'txBody').flatMap((body) => descendants(body, 'p').map(innerText)),
  ]);
  return texts
    .filter((text) => text.trim() !== '')
    .map((text) => ({ kind: 'comment', runs: [{ text }], size: NOTE_SIZE, indent: 0, align: 'l' }));
}

async function diagramsOf(archive: Archive, relations: ReadonlyMap<string, Relation>): Promise<Map<string, XmlElement>> {
  const diagrams = new Map<string, XmlElement>();
  const drawings = [...relations.values()].filter((relation) => relation.type === 'diagramDrawing');
  for (const relation of relations.values()) {
    if (relation.type !== 'diagramData') continue;
    const data = await readOptionalPart(archive, relation.target);
    const drawingId = attribute(descendants(data ?? undefined, 'dataModelExt')[0], 'relId');
    const drawing = drawings.find((each) => each.id === drawingId) ?? (drawings.length === 1 ? drawings[0] : undefined);
    const root = (await readOptionalPart(archive, drawing?.target ?? null)) ?? data;
    if (root) diagrams.set(relation.id, root);
  }
  return diagrams;
}

type SlideOf = { part: string; number: number };

async function setSlide(archive: Archive, { part, number }: SlideOf, setter: PageSetter, whole: Rectangle, parts: Parts): Promise<void> {
  const slide = await readPart(archive, part);
  if (!slide) return;
  const relations = await readRelations(archive, part);
  const layoutPart = findPart(archive, relations, 'slideLayout');
  const masterPart = layoutPart ? findPart(archive, await readRelations(archive, layoutPart), 'slideMaster') : null;
  const behind = { layout: await sharedPart(archive, layoutPart, parts), master: await sharedPart(archive, masterPart, parts) };
  const diagrams = await diagramsOf(archive, relations);
  const notes = [...(await notesOf(archive, relations)), ...(await commentsOf(archive, relations))];
  const width = whole.width - 40;
  const noteLines = notes.reduce((sum, { runs }) => sum + Math.max(1, setLines(runs, width - 15, NOTE_SIZE).length), 0);
  const noteHeight = notes.length > 0 ? noteLines * NOTE_SIZE * LINE_PITCH + 30 : 0;
  setter.fixed = { width: whole.width, height: whole.height + noteHeight };
  const page = setter.current();
  page.name = slideTitle(slide);
  if (['0', 'false'].includes(attribute(slide, 'show') ?? '1')) page.hidden = true;
  const slideContext: SlideContext = {
    setter,
    behind,
    relations,
    whole,
    charts: await readCharts(archive, relations),
    diagram: (id) => diagrams.get(id) ?? null,
  };
  placeSlide(slide, slideContext);
  placeBehind(slide, number, slideContext);
  if (notes.length > 0) placeText(setter, notes, { left: 20, top: whole.height + 8, width, height: noteHeight - 8 }, 't');
}

/** What a master or a layout shows behind a slide that says nothing. */
function setMaster(setter: PageSetter, master: XmlElement, whole: Rectangle): void {
  setter.fixed = { width: whole.width, height: whole.height };
  setter.current();
  const context = { setter, behind: { layout: null, master }, relations: new Map(), whole, charts: new Map(), diagram: () => null };
  placeBehind({ name: 'sld', attributes: {}, children: [] }, 1, context);
}

/** Reads presentations: a page per slide with text at its place (real boxes), the speaker's notes and remarks below the slide. */
export const pptxAdapter: FormatAdapter = {
  name: 'pptx',

  async *read(file: SourceFile, context: ReadContext): AsyncGenerator<ReadEvent> {
    const archive = await openArchive(file.path, context.limits, context.signal);
    try {
      const { root, slides } = await listSlideParts(archive);
      const values = await readCoreProperties(archive);
      if (values.length > 0) yield { type: 'stated_values', values };
      const size = child(root, 'sldSz');
      const points = (name: string, otherwise: number) => (Number.parseInt(attribute(size, name) ?? '', 10) || otherwise * EMU) / EMU;
      const whole = { left: 0, top: 0, width: points('cx', 720), height: points('cy', 540) };
      const masters = slides.length === 0 ? await listMasterParts(archive) : [];
      if (slides.length === 0 && masters.length === 0) throw new ReadError('empty_file', 'The presentation has no slides.');
      if (masters.length > 0) {
        yield { type: 'warning', message: 'This presentation has no slides. What its masters and layouts say was read instead.' };
        const pages = slidePages(masters, context, (setter, master) => setMaster(setter, master, whole));
        yield* tellPages(pages, context, Math.min(masters.length, context.limits.maxPages));
        yield* embeddedEvents(archive, context);
        return;
      }
      const warnings: string[] = [];
      const parts: Parts = new Map();
      const pages = slidePages(slides, context, async (setter, part, index) => {
        try {
          await setSlide(archive, { part, number: index + 1 }, setter, whole, parts);
        } catch (cause) {
          if (!(cause instanceof ReadError) || cause.code !== 'damaged_file') throw cause;
          setter.current();
          warnings.push(`Slide ${index + 1} is damaged and could not be read.`);
        }
      });
      yield* tellPages(pages, context, Math.min(slides.length, context.limits.maxPages));
      for (const message of warnings) yield { type: 'warning', message };
      yield* embeddedEvents(archive, context);
    } finally {
      archive.close();
    }
  },
};

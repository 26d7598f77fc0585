import { readFile } from 'node:fs/promises';
import { type Compound, findStream, openCompound } from '../../compound/compound-file.ts';
import { keepEmbedded } from '../../compound/keep-embedded.ts';
import { artPictures, rasterPictures } from '../../compound/office-art.ts';
import { pptRecords } from '../../compound/office-records.ts';
import { type Embedded, unpackObject, unpackStored } from '../../compound/ole-objects.ts';
import { tellPages } from '../../layout/page-events.ts';
import { LINE_PITCH, type PageSetter } from '../../layout/page-setter.ts';
import { type PlacedParagraph, placeText } from '../../layout/place-text.ts';
import { setLines } from '../../layout/set-lines.ts';
import { slidePages } from '../../layout/slide-pages.ts';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../../model/adapter.ts';
import { passwordRequired } from '../../model/password-errors.ts';
import { ReadError } from '../../model/read-error.ts';
import { readWithLibreOffice } from '../fallback/read-with-libre-office.ts';
import { salvageSlideTexts } from '../fallback/salvage-text.ts';
import type { PptText } from './ppt-shapes.ts';
import { type PptDeck, type PptSlide, readPptSlides } from './ppt-slides.ts';

/** `headerToken` of the stream `Current User` in encrypted files ([MS-PPT] 2.3.2). */
const ENCRYPTED = 0xf3d1c4df;
/** `ExOleObjStg`, the storage of an embedded object ([MS-PPT] 2.10.34). */
const STORED_OBJECT = 0x1011;
const SIZES = { title: 32, text: 18, note: 10, margin: 12 };
/** Points from the bottom of a slide, where footer, date and number stand. */
const MARGIN_HEIGHT = 30;
/** Above this share of the slide's height stands a head. */
const HEAD = 0.4;
const ONLY_MASTERS = 'No slide of this presentation holds any text. What its masters say stands on pages of its own after the slides.';

function paragraphs({ text, isTitle }: PptText): PlacedParagraph[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({
      kind: isTitle ? 'heading' : 'paragraph',
      ...(isTitle ? { level: 1 } : {}),
      runs: [{ text: line, ...(isTitle ? { bold: true } : {}) }],
      size: isTitle ? SIZES.title : SIZES.text,
      indent: 0,
      align: 'l',
    }));
}

function setSlide(setter: PageSetter, slide: PptSlide, { width, height }: PptDeck): void {
  const notes = slide.notes.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
  const noteParagraphs = notes.map(
    (text): PlacedParagraph => ({ kind: 'note', runs: [{ text }], size: SIZES.note, indent: 0, align: 'l' }),
  );
  const lines = noteParagraphs.reduce((sum, { runs }) => sum + setLines(runs, width - 55, SIZES.note).length, 0);
  const noteHeight = lines > 0 ? lines * SIZES.note * LINE_PITCH + 30 : 0;
  setter.fixed = { width, height: height + noteHeight };
  const page = setter.current();
  if (slide.hidden) page.hidden = true;
  page.name =
    slide.texts
      .find((text) => text.isTitle)
      ?.text.replace(/\s+/g, ' ')
      .trim() ?? null;
  const ordered = [...slide.texts].sort((a, b) => Number(b.isTitle) - Number(a.isTitle));
  const placed = ordered.filter((text) => text.place);
  for (const text of placed) placeText(setter, paragraphs(text), text.place ?? { left: 0, top: 0, width, height }, 't');
  const rest = ordered.filter((text) => !text.place).flatMap(paragraphs);
  const below = placed.reduce((bottom, { place }) => Math.max(bottom, place ? place.top + place.height : 0), 0);
  const top = Math.min(below, height * 0.6);
  if (rest.length > 0) placeText(setter, rest, { left: 36, top: top + 10, width: width - 72, height: height - top - 20 }, 't');
  for (const text of slide.behind) placeBehind(setter, text, { width, height });
  const third = width / Math.max(1, slide.margins.length);
  for (const [index, text] of slide.margins.entries())
    placeText(
      setter,
      [besides(text, 'footer')],
      { left: index * third, top: height - MARGIN_HEIGHT, width: third, height: MARGIN_HEIGHT },
      't',
    );
  if (noteParagraphs.length > 0)
    placeText(setter, noteParagraphs, { left: 20, top: height + 8, width: width - 40, height: noteHeight - 8 }, 't');
}

function besides(text: string, kind: 'header' | 'footer'): PlacedParagraph {
  return { kind, runs: [{ text }], size: SIZES.margin, indent: 0, align: 'l' };
}

/** What the master shows, above or below what the slide says; without a place of its own at the bottom. */
function placeBehind(setter: PageSetter, { text, place: own }: PptText, { width, height }: Pick<PptDeck, 'width' | 'height'>): void {
  const place = own ?? { left: 0, top: height - 2 * MARGIN_HEIGHT, width, height: MARGIN_HEIGHT };
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const kind = place.top < HEAD * height ? 'header' : 'footer';
  placeText(
    setter,
    lines.map((line) => besides(line, kind)),
    place,
    't',
  );
}

function openDeck(container: Compound): PptDeck | null {
  const user = findStream(container, 'Current User');
  const stream = findStream(container, 'PowerPoint Document');
  if (user && user.length >= 16 && user.readUInt32LE(12) === ENCRYPTED) {
    throw passwordRequired();
  }
  return stream ? readPptSlides(stream) : null;
}

/** The files embedded in the slides: each is an OLE object in a record of its own, packed or not. */
function storedObjects(container: Compound, { limits }: ReadContext): Embedded[] {
  const stream = findStream(container, 'PowerPoint Document') ?? Buffer.alloc(0);
  const files: Embedded[] = [];
  let left = limits.maxUnpackedBytes;
  for (const { type, instance, body } of pptRecords(stream)) {
    const object = type === STORED_OBJECT ? unpackStored(body, instance === 1, left) : null;
    if (!object) continue;
    left = Math.max(1, left - object.length);
    const file = unpackObject(object, `object${files.length + 1}`);
    if (file) files.push(file);
  }
  return files;
}

/** Lists the pictures of an old presentation, for one that holds nothing else. */
export async function listPptPictures(file: SourceFile, { limits }: ReadContext): Promise<Uint8Array[]> {
  const stream = findStream(openCompound(await readFile(file.path)), 'Pictures');
  return stream ? rasterPictures(artPictures(stream, limits.maxUnpackedBytes)) : [];
}

/**
 * Makes the adapter for presentations of the binary format (PowerPoint 97 to 2003): a page per slide, text at the place of its shape.
 * @param pptx reads what LibreOffice makes of a file that cannot be read here
 */
export function createPptAdapter(pptx: FormatAdapter): FormatAdapter {
  return {
    name: 'ppt',

    async *read(file: SourceFile, context: ReadContext): AsyncGenerator<ReadEvent> {
      if (file.size > context.limits.maxUnpackedBytes)
        throw new ReadError('too_large_to_read', 'The file is larger than this installation reads.');
      const container = openCompound(await readFile(file.path));
      const deck = openDeck(container);
      const slides = [...(deck?.slides ?? []), ...(deck?.masters ?? [])];
      if (!deck || slides.length === 0) {
        const salvage = () => salvageSlideTexts(findStream(container, 'PowerPoint Document') ?? Buffer.alloc(0));
        yield* readWithLibreOffice(file, context, 'pptx', pptx, { cause: undefined, salvage });
        return;
      }
      if (deck.masters.length > 0) yield { type: 'warning', message: ONLY_MASTERS };
      yield* keepEmbedded(storedObjects(container, context), context);
      const pages = slidePages(slides, context, (setter, slide) => setSlide(setter, slide, deck));
      yield* tellPages(pages, context, Math.min(slides.length, context.limits.maxPages));
    },
  };
}

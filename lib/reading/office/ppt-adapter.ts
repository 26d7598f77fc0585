import { readFile } from 'node:fs/promises';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../adapter.ts';
import { tellPages } from '../layout/page-events.ts';
import { LINE_PITCH, PageSetter } from '../layout/page-setter.ts';
import { setLines } from '../layout/set-lines.ts';
import { ReadError } from '../read-error.ts';
import { findStream, openCompound, readWithLibreOffice } from './old-office.ts';
import { type PlacedParagraph, placeText } from './place-text.ts';
import { type PptDeck, type PptSlide, type PptText, readPptSlides } from './ppt-slides.ts';
import { pptxAdapter } from './pptx-adapter.ts';

/** `headerToken` of the stream `Current User` in encrypted files ([MS-PPT] 2.3.2). */
const ENCRYPTED = 0xf3d1c4df;
const SIZES = { title: 32, text: 18, note: 10 };

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
  if (noteParagraphs.length > 0)
    placeText(setter, noteParagraphs, { left: 20, top: height + 8, width: width - 40, height: noteHeight - 8 }, 't');
}

function openDeck(bytes: Buffer): PptDeck | null {
  const container = openCompound(bytes);
  const user = findStream(container, 'Current User');
  const stream = findStream(container, 'PowerPoint Document');
  if (user && user.length >= 16 && user.readUInt32LE(12) === ENCRYPTED) {
    throw new ReadError(
      'password_required',
      'The presentation is protected by a password. Save a copy without the password and try again.',
    );
  }
  return stream ? readPptSlides(stream) : null;
}

/** Reads presentations of the binary format (PowerPoint 97 to 2003): a page per slide, text at the place of its shape. */
export const pptAdapter: FormatAdapter = {
  name: 'ppt',
  mediaTypes: ['application/vnd.ms-powerpoint'],

  async *read(file: SourceFile, context: ReadContext): AsyncGenerator<ReadEvent> {
    if (file.size > context.limits.maxUnpackedBytes)
      throw new ReadError('too_large_to_read', 'The file is larger than this installation reads.');
    const deck = openDeck(await readFile(file.path));
    if (!deck || deck.slides.length === 0) {
      yield* readWithLibreOffice(file, context, 'pptx', pptxAdapter, undefined);
      return;
    }
    const setter = new PageSetter(context.limits.maxPages);
    for (const [index, slide] of deck.slides.entries()) {
      context.signal.throwIfAborted();
      if (index > 0) setter.breakPage(true);
      if (setter.full) break;
      setSlide(setter, slide, deck);
    }
    yield* tellPages(setter.finish(), setter.full, context);
  },
};

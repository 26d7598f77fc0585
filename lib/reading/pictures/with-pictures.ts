import type { Page } from '#lib/contract/service/reading.ts';
import { layOut } from '../layout/lay-out.ts';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../model/adapter.ts';
import { ReadError } from '../model/read-error.ts';
import { createSurvey, isBlank } from './create-survey.ts';
import { type Picture, readPicture, usablePicture, usablePictures, withFile } from './picture-files.ts';

/** The raster pictures of a file in a fixed order. */
export type ListPictures = (file: SourceFile, context: ReadContext) => Promise<Uint8Array[]>;

export type PictureSources = {
  /** All pictures: the pages of a document without any text. */
  all: ListPictures;
  /** The picture that is all of a page without text, or null: what such a slide shows. */
  ofPage?: (file: SourceFile, context: ReadContext, pageNumber: number) => Promise<Uint8Array | null>;
  /** The picture that stands in a frame of a page, by what the file calls it. */
  ofFrame?: (file: SourceFile, context: ReadContext, part: string) => Promise<Uint8Array | null>;
  /** Scans among the pictures of a document that has text as well become pages after the others. */
  appendScans?: boolean;
};

const MOST_NAMED = 200;
const MOST_SCANS = 50;
const MOST_FOOTER_WORDS = 12;
const SHOWN_AS_TEXT = 'This page is shown as text and has no picture.';
const NOT_SHOWN = 'This picture is damaged or of a kind that cannot be shown. Open the file in its own program to see it.';
const MANY_PICTURES = 'The document holds very many pictures: those at its end were not searched for text.';

/**
 * Makes a reader of documents show pictures of text: each picture of a document without any text, those that are all of a slide, and
 * scans pasted beside a text become pages that are recognised. A document without text and pictures names the files in it.
 * @param images reads pictures
 */
export function withPictures(adapter: FormatAdapter, sources: PictureSources, images: FormatAdapter): FormatAdapter {
  const survey = createSurvey(adapter);
  const list = async (file: SourceFile, context: ReadContext, which: { scans?: boolean; most?: number } = {}) =>
    usablePictures(await sources.all(file, context).catch(() => []), context, which);
  const pictureOf = async (file: SourceFile, pageNumber: number, context: ReadContext): Promise<Picture | undefined> => {
    const own = await pictureOfPage(sources, file, context, pageNumber);
    if (own) return own;
    const { pages, wordless } = sources.appendScans ? await survey(file, context) : { pages: 0, wordless: true };
    const most = wordless ? pageNumber : pageNumber - pages;
    return most < 1 ? undefined : (await list(file, context, { scans: !wordless, most })).pictures[most - 1];
  };
  return {
    ...adapter,
    async *read(file, context) {
      const held: ReadEvent[] = [];
      const names: string[] = [];
      let empty: ReadError | null = null;
      let wordless = true;
      let count = 0;
      try {
        for await (const given of adapter.read(file, context)) {
          let event = given;
          if (event.type === 'attachment') names.push(event.attachment.name);
          if (event.type === 'page') {
            count++;
            const picture = saysNothing(event.page) && (await pictureOfPage(sources, file, context, event.page.number));
            if (picture) event = { type: 'page', page: await pictureInPlace(images, picture, event.page, context) };
            if (wordless && (!isBlank(event.page) || event.page.display === 'image')) {
              wordless = false;
              yield* held;
            }
          }
          if (wordless && (event.type === 'page' || event.type === 'page_count')) held.push(event);
          else yield event;
        }
      } catch (error) {
        if (!(error instanceof ReadError) || error.code !== 'empty_file') throw error;
        empty = error;
      }
      const { maxPages } = context.limits;
      if (!wordless) {
        if (!sources.appendScans || count >= maxPages) return;
        const { pictures: scans, cut } = await list(file, context, { scans: true, most: Math.min(MOST_SCANS, maxPages - count) });
        if (cut) yield { type: 'warning', message: MANY_PICTURES };
        if (scans.length === 0) return;
        yield { type: 'page_count', pageCount: count + scans.length };
        yield* picturePages(images, scans, context, count);
        return;
      }
      const { pictures: pages, cut } = await list(file, context);
      if (cut) yield { type: 'warning', message: MANY_PICTURES };
      const note = names.length > 0 && pages.length < maxPages ? 1 : 0;
      if (pages.length + note === 0) {
        if (empty) throw empty;
        yield* held;
        return;
      }
      yield { type: 'page_count', pageCount: pages.length + note };
      yield* picturePages(images, pages, context, 0);
      if (note > 0) yield { type: 'page', page: { ...attachmentPage(names), number: pages.length + 1 } };
    },
    async draw(file, pageNumber, width, context, region) {
      const picture = await pictureOf(file, pageNumber, context);
      if (!picture || !images.draw) throw new ReadError('unsupported_media_type', SHOWN_AS_TEXT);
      return withFile(picture, (source) => images.draw!(source, 1, width, context, region));
    },
    async drawFramed(file, part, width, context) {
      const bytes = (await sources.ofFrame?.(file, context, part).catch(() => null)) ?? null;
      const picture = bytes && (await usablePicture(bytes, context, 1));
      if (!picture || !images.draw) throw new ReadError('unsupported_media_type', NOT_SHOWN);
      return withFile(picture, (source) => images.draw!(source, 1, width, context));
    },
  };
}

/** Blank, but for the number of the slide or what stands above and below all slides. */
function saysNothing(page: Page): boolean {
  return (
    isBlank(page) || (page.words.length <= MOST_FOOTER_WORDS && page.blocks.every(({ kind }) => kind === 'footer' || kind === 'header'))
  );
}

async function pictureOfPage(
  { ofPage }: PictureSources,
  file: SourceFile,
  context: ReadContext,
  pageNumber: number,
): Promise<Picture | null> {
  const bytes = (await ofPage?.(file, context, pageNumber).catch(() => null)) ?? null;
  return bytes && usablePicture(bytes, context);
}

/** The page that a picture is, in the place of the blank one. */
async function pictureInPlace(
  images: FormatAdapter,
  picture: Picture,
  { number, name, hidden }: Page,
  context: ReadContext,
): Promise<Page> {
  return { ...(await readPicture(images, picture, context)), number, name, ...(hidden !== undefined && { hidden }) };
}

async function* picturePages(
  images: FormatAdapter,
  pictures: readonly Picture[],
  context: ReadContext,
  before: number,
): AsyncGenerator<ReadEvent> {
  for (const [index, picture] of pictures.entries()) {
    context.signal.throwIfAborted();
    yield { type: 'page', page: { ...(await readPicture(images, picture, context)), number: before + index + 1 } };
  }
}

/** A page that names the files in a file that holds nothing else, as mails name theirs. */
function attachmentPage(names: readonly string[]): Page {
  const runs = [{ text: `Attachments: ${names.slice(0, MOST_NAMED).join(', ')}` }];
  return layOut([{ kind: 'header', runs }], { maxPages: 1, name: 'Attachments' }).pages[0]!;
}

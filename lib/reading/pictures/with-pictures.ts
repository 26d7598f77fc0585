import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '#lib/contract/reading.ts';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../adapter.ts';
import { createImageAdapter } from '../image/read-image.ts';
import { layOut } from '../layout/lay-out.ts';
import type { Recognise } from '../ocr/recognise.ts';
import { ReadError } from '../read-error.ts';
import { sniff } from '../sniff.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

/** The raster pictures of a file in a fixed order. */
export type ListPictures = (file: SourceFile, context: ReadContext) => Promise<Uint8Array[]>;

/** Bullets and lines are no pages. Pixels. */
const LEAST_SIDE = 48;
const MOST_NAMED = 200;

/**
 * Makes a reader of documents show what a document without any text consists of: its pictures, each as a page that is
 * recognised (a scan pasted into a Word file); without pictures, the names of the files embedded in it.
 */
export function withPictures(adapter: FormatAdapter, listPictures: ListPictures, recognise: Recognise): FormatAdapter {
  const images = createImageAdapter(recognise);
  return {
    ...adapter,
    async *read(file, context) {
      const held: ReadEvent[] = [];
      const names: string[] = [];
      let empty: ReadError | null = null;
      let wordless = true;
      try {
        for await (const event of adapter.read(file, context)) {
          if (event.type === 'attachment') names.push(event.attachment.name);
          if (wordless && event.type === 'page' && !isBlank(event.page)) {
            wordless = false;
            yield* held;
          }
          if (wordless && (event.type === 'page' || event.type === 'page_count')) held.push(event);
          else yield event;
        }
      } catch (error) {
        if (!(error instanceof ReadError) || error.code !== 'empty_file') throw error;
        empty = error;
      }
      if (!wordless) return;
      const pictures = await pictureFilesOf(listPictures, file, context);
      const pages = pictures.slice(0, context.limits.maxPages);
      const note = names.length > 0 && pages.length < context.limits.maxPages ? 1 : 0;
      if (pages.length + note === 0) {
        if (empty) throw empty;
        yield* held;
        return;
      }
      yield { type: 'page_count', pageCount: pages.length + note };
      yield* picturePages(images, pages, context);
      if (note > 0) yield { type: 'page', page: { ...attachmentPage(names), number: pages.length + 1 } };
    },
    async draw(file, pageNumber, width, context, region) {
      const picture = (await pictureFilesOf(listPictures, file, context))[pageNumber - 1];
      if (!picture || !images.draw) throw new ReadError('unsupported_media_type', 'This page is shown as text, it has no picture.');
      return withFile(picture, (source) => images.draw!(source, 1, width, context, region));
    },
  };
}

function isBlank({ words, form_fields, tick_boxes }: Page): boolean {
  return words.length + form_fields.length + tick_boxes.length === 0;
}

type Picture = { bytes: Uint8Array; mediaType: string };

async function* picturePages(images: FormatAdapter, pictures: readonly Picture[], context: ReadContext): AsyncGenerator<ReadEvent> {
  for (const [index, picture] of pictures.entries()) {
    context.signal.throwIfAborted();
    const page = await withFile(picture, (source) => firstPage(images, source, context));
    yield { type: 'page', page: { ...page, number: index + 1 } };
  }
}

/** A page that names the files in a file that holds nothing else, as mails name theirs. */
function attachmentPage(names: readonly string[]): Page {
  const runs = [{ text: `Attachments: ${names.slice(0, MOST_NAMED).join(', ')}` }];
  return layOut([{ kind: 'header', runs }], { maxPages: 1, name: 'Attachments' }).pages[0]!;
}

async function firstPage(images: FormatAdapter, source: SourceFile, context: ReadContext): Promise<Page> {
  const one = { ...context, limits: { ...context.limits, maxPages: 1 } };
  for await (const event of images.read(source, one)) if (event.type === 'page') return event.page;
  throw new ReadError('damaged_file', 'A picture of this file is damaged. Save it anew and try again.');
}

/** Those pictures that can be decoded and are large enough to hold a text. */
async function pictureFilesOf(listPictures: ListPictures, file: SourceFile, context: ReadContext): Promise<Picture[]> {
  const { default: sharp } = await import('sharp');
  const usable: Picture[] = [];
  for (const bytes of await listPictures(file, context).catch(() => [])) {
    context.signal.throwIfAborted();
    try {
      const { width, height, channels } = await sharp(bytes, { failOn: 'error', limitInputPixels: context.limits.maxPixels }).metadata();
      if (Math.min(width, height) < LEAST_SIDE || width * height > context.limits.maxPixels || !channels) continue;
      // reading ends at the first damaged page, so that damage has to be found before
      await sharp(bytes, { failOn: 'error', limitInputPixels: context.limits.maxPixels }).stats();
      usable.push({ bytes, mediaType: await withFile({ bytes, mediaType: '' }, ({ path: at }) => sniff(at, '')) });
    } catch {
      // not a picture that can be shown
    }
  }
  return usable;
}

async function withFile<T>({ bytes, mediaType }: Picture, use: (source: SourceFile) => Promise<T>): Promise<T> {
  const folder = await makeTemporaryFolder('picture');
  try {
    const target = path.join(folder, 'picture');
    await writeFile(target, bytes);
    return await use({ path: target, name: '', size: bytes.byteLength, mediaType });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

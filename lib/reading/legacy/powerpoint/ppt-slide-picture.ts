import { readFile } from 'node:fs/promises';
import { findStream, openCompound } from '../../compound/compound-file.ts';
import { artPictures, rasterPictures } from '../../compound/office-art.ts';
import { findRecords, pptRecords } from '../../compound/office-records.ts';
import type { ReadContext, SourceFile } from '../../model/adapter.ts';
import { anchorOf } from './ppt-shapes.ts';
import { slideContainers } from './ppt-slides.ts';

/** Record types of [MS-ODRAW]: a shape, its properties, an entry of the store of pictures. */
const SHAPE = 0xf004;
const PROPERTIES = 0xf00b;
const STORE_ENTRY = 0xf007;
/** Where the picture of an entry begins in the stream `Pictures`. */
const ENTRY_OFFSET = 28;
/** Properties that name a picture of the store, counted from 1: of a picture, and of what fills a background. */
const PICTURE_PROPERTIES = new Set([0x0104, 0x0186]);

type Deck = { slides: (Buffer | null)[]; entries: ReturnType<typeof findRecords>; pictures: Buffer | null };

/** Opened once for all slides of a file. */
const decks = new WeakMap<SourceFile, Promise<Deck>>();

/** The largest picture of a slide (1-based) of an old presentation; null when it has none that can be shown. */
export async function pptSlidePicture(file: SourceFile, { limits }: ReadContext, number: number): Promise<Uint8Array | null> {
  const opening = decks.get(file) ?? openDeck(file);
  decks.set(file, opening);
  const { slides, entries, pictures } = await opening;
  const slide = slides[number - 1];
  if (!slide || !pictures) return null;
  const wanted = findRecords(slide, SHAPE)
    .flatMap(({ body }) => {
      const place = anchorOf(body);
      const index = pictureIndex(body);
      return index === null ? [] : [{ index, area: place ? place.width * place.height : 0 }];
    })
    .sort((a, b) => b.area - a.area)[0];
  const entry = wanted && entries[wanted.index - 1];
  if (!entry || entry.body.length < ENTRY_OFFSET + 4) return null;
  const [record] = pptRecords(pictures.subarray(entry.body.readUInt32LE(ENTRY_OFFSET)));
  if (!record) return null;
  const start = entry.body.readUInt32LE(ENTRY_OFFSET);
  return rasterPictures(artPictures(pictures.subarray(start, start + 8 + record.body.length), limits.maxUnpackedBytes))[0] ?? null;
}

async function openDeck({ path }: SourceFile): Promise<Deck> {
  const container = openCompound(await readFile(path));
  const stream = findStream(container, 'PowerPoint Document');
  return {
    slides: stream ? slideContainers(stream) : [],
    entries: stream ? findRecords(stream, STORE_ENTRY) : [],
    pictures: findStream(container, 'Pictures'),
  };
}

function pictureIndex(shape: Buffer): number | null {
  for (const { type, instance, body } of pptRecords(shape)) {
    if (type !== PROPERTIES) continue;
    for (let at = 0; at < instance * 6 && at + 6 <= body.length; at += 6) {
      if (PICTURE_PROPERTIES.has(body.readUInt16LE(at) & 0x3fff)) return body.readUInt32LE(at + 2);
    }
  }
  return null;
}

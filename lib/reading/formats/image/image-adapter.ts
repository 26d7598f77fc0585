import type { Box } from '#lib/contract/service/box.ts';
import type { Barcode, Page } from '#lib/contract/service/reading.ts';
import { type BarcodeReader, createBarcodeReader } from '../../barcodes/barcode-reader.ts';
import type { FormatAdapter, Raster, ReadContext, ReadEvent, SourceFile } from '../../model/adapter.ts';
import { type Recognise, recognise } from '../../ocr/recognise.ts';
import { buildPageText } from '../../page-text/build-page-text.ts';
import { type ImagePage, openImage, takePixels } from './open-image.ts';
import { pointsOf } from './points-of.ts';

/** Recognition gains nothing from more pixels, and decoding to this size saves memory. */
const LONGEST_RECOGNISED_SIDE = 2560;

/** Makes the adapter for pictures: PNG, JPEG, WebP, TIFF with all its pages, GIF, BMP, AVIF, HEIC, JPEG 2000. */
export function createImageAdapter(recogniser: Recognise): FormatAdapter {
  return {
    name: 'image',
    read: (file, context) => readImage(file, context, recogniser),
    draw: drawImage,
  };
}

/** The adapter for pictures, with the installed text recognition models. */
export const imageAdapter: FormatAdapter = createImageAdapter(recognise);

async function* readImage(file: SourceFile, context: ReadContext, recogniser: Recognise): AsyncGenerator<ReadEvent> {
  const image = await openImage(file, context.limits);
  const pageCount = Math.min(image.pageCount, context.limits.maxPages);
  yield { type: 'page_count', pageCount };
  if (pageCount < image.pageCount) {
    yield { type: 'warning', message: `Only the first ${pageCount} of ${image.pageCount} pages were read: that is the limit.` };
  }
  const barcodes = createBarcodeReader();
  for (let number = 1; number <= pageCount; number++) {
    context.signal.throwIfAborted();
    yield { type: 'page', page: await readPage(await image.page(number), number, context, { recogniser, barcodes }) };
  }
  const message = barcodes.warning();
  if (message) yield { type: 'warning', message };
}

type Readers = { recogniser: Recognise; barcodes: BarcodeReader };

async function readPage(page: ImagePage, number: number, context: ReadContext, { recogniser, barcodes }: Readers): Promise<Page> {
  const side = Math.min(LONGEST_RECOGNISED_SIDE, Math.max(page.width, page.height));
  const raster = await takePixels(page.decode().resize(side, side, { fit: 'inside', withoutEnlargement: true }));
  let searching: Promise<Barcode[]> | undefined;
  const findCodes = () => (searching ??= barcodes.read(raster));
  const beside = async () => void (await findCodes());
  const { words, tickBoxes, strokes, rotation } = await recogniser(raster, {
    languages: context.languages,
    signal: context.signal,
    beside,
  });
  const codes = await findCodes();
  const { width, height } = pointsOf(page);
  const text = buildPageText(words, { width, height, turn: rotation }, strokes);
  return {
    number,
    width,
    height,
    name: null,
    source: words.length > 0 ? 'ocr' : 'none',
    display: 'image',
    text_rotation: rotation,
    words: text.words,
    lines: text.lines,
    blocks: text.blocks,
    tables: text.tables,
    form_fields: [],
    tick_boxes: tickBoxes,
    links: [],
    ...(codes.length > 0 && { barcodes: codes }),
  };
}

async function drawImage(file: SourceFile, pageNumber: number, width: number, { limits }: ReadContext, region?: Box): Promise<Raster> {
  const page = await (await openImage(file, limits)).page(pageNumber);
  const [left, top, right, bottom] = region ?? [0, 0, 1, 1];
  const x = Math.min(page.width - 1, Math.max(0, Math.floor(left * page.width)));
  const y = Math.min(page.height - 1, Math.max(0, Math.floor(top * page.height)));
  const partWidth = Math.max(1, Math.min(page.width, Math.ceil(right * page.width)) - x);
  const partHeight = Math.max(1, Math.min(page.height, Math.ceil(bottom * page.height)) - y);
  const scale = Math.min(width / partWidth, Math.sqrt(limits.maxPixels / (partWidth * partHeight)));
  const pipeline = page
    .decode()
    .extract({ left: x, top: y, width: partWidth, height: partHeight })
    .resize(Math.max(1, Math.round(partWidth * scale)), Math.max(1, Math.round(partHeight * scale)), { fit: 'fill' });
  return takePixels(pipeline);
}

import type { Box } from '#lib/contract/box.ts';
import type { Barcode, Page, Word } from '#lib/contract/reading.ts';
import { shareInside } from '#lib/document/box.ts';
import type { Raster, ReadContext } from '../adapter.ts';
import type { BarcodeReader } from '../barcodes/barcode-reader.ts';
import { buildPageText } from '../build-page-text.ts';
import type { Recognise } from '../ocr/recognise.ts';
import type { PageShape } from '../page-shape.ts';
import type { PdfWord } from './build-words.ts';
import { type BarcodePicture, drawBarcodePictures } from './draw-barcode-pictures.ts';
import { drawLoadedPage } from './draw-page.ts';
import { findTickBoxes } from './find-tick-boxes.ts';
import { labelFields } from './label-fields.ts';
import { withPage } from './load-page.ts';
import { markHidden } from './mark-hidden.ts';
import { type RecognitionNeed, recognitionNeed } from './needs-recognition.ts';
import type { OpenDocument } from './open-document.ts';
import { pageMapOf } from './page-map.ts';
import { readObjects } from './page-objects.ts';
import { type Annotations, type Remark, readAnnotations } from './read-annotations.ts';
import { readLinks } from './read-links.ts';
import { readText, type Turn } from './read-text.ts';

/** `warning` says what could not be read of the page. */
export type PageResult = { page: Page; warning: string | null };

/** Pixels an inch for text recognition. */
const RECOGNITION_DPI = 210;
const LONGEST_RECOGNISED_SIDE = 3000;

export type PageReaders = { recognise: Recognise; barcodes: BarcodeReader };

/** Reads one page (1-based) of an open PDF. A page without usable text of its own is recognised from its picture. */
export async function readPage(
  document: OpenDocument,
  number: number,
  context: ReadContext,
  { recognise, barcodes }: PageReaders,
): Promise<PageResult> {
  let annotations: Annotations = { widgets: [], remarks: [] };
  let links: Page['links'] = [];
  const own = withPage(
    document,
    number,
    (handle) => readOwnText(document, handle, context, barcodes),
    (handle) => {
      const map = pageMapOf(document.pdfium, handle);
      annotations = readAnnotations(document, handle, map);
      links = readLinks(document, handle, map);
    },
  );
  const { words, turn, source, tickBoxes, strokes, warning } = await addRecognised(own, context, recognise, number);
  const codes: Barcode[] = [];
  for (const { raster, region } of own.barcodePictures) codes.push(...(await barcodes.read(raster, region)));
  const { width, height } = own;
  const shape: PageShape = { width, height, turn };
  const text = buildPageText(words, shape, strokes);
  const page: Page = {
    number,
    width,
    height,
    name: null,
    source: text.words.length > 0 ? source : 'none',
    display: 'image',
    text_rotation: turn,
    words: text.words.map(toWord),
    lines: text.lines,
    blocks: text.blocks,
    tables: text.tables,
    form_fields: labelFields(annotations.widgets, text.words, shape),
    tick_boxes: [...findTickBoxes(annotations.widgets, text.words, own.squares), ...tickBoxes],
    links,
    ...(codes.length > 0 && { barcodes: codes }),
  };
  addRemarks(page, annotations.remarks);
  return { page, warning };
}

type Combined = Pick<OwnText, 'words' | 'turn' | 'source' | 'strokes'> & { tickBoxes: Page['tick_boxes']; warning: string | null };

/** The page's own words together with those that are recognised from its picture, where it needs that. */
async function addRecognised(own: OwnText, context: ReadContext, recognise: Recognise, number: number): Promise<Combined> {
  const { words, turn, source, strokes, raster, need } = own;
  const unchanged: Combined = { words, turn, source, strokes, tickBoxes: [], warning: null };
  if (!raster) return unchanged;
  const found = await recognise(raster, { languages: context.languages, signal: context.signal }).catch((error: unknown) => {
    if (context.signal.aborted) throw error;
    return null;
  });
  if (!found) return { ...unchanged, warning: `The text on the picture of page ${number} could not be recognised.` };
  const { tickBoxes, rotation } = found;
  if (need === 'whole') {
    return { ...unchanged, words: found.words, turn: rotation, source: 'ocr', strokes: [...strokes, ...found.strokes], tickBoxes };
  }
  const added = found.words.filter(
    ({ box }) => !words.some((word) => shareInside(box, word.box) > 0.3 || shareInside(word.box, box) > 0.5),
  );
  return added.length === 0 ? unchanged : { ...unchanged, words: [...words, ...added], source: 'mixed', tickBoxes };
}

type OwnText = {
  width: number;
  height: number;
  turn: Turn;
  words: (Word | PdfWord)[];
  source: Page['source'];
  squares: Box[];
  strokes: Box[];
  need: RecognitionNeed;
  /** Drawn only when something must be recognised. */
  raster: Raster | null;
  /** Where barcodes are looked for. */
  barcodePictures: BarcodePicture[];
};

function readOwnText(document: OpenDocument, handle: number, context: ReadContext, barcodes: BarcodeReader): OwnText {
  const { pdfium } = document;
  const width = pdfium.api.FPDF_GetPageWidthF(handle);
  const height = pdfium.api.FPDF_GetPageHeightF(handle);
  const map = pageMapOf(pdfium, handle);
  const layer = readText(document, handle, map);
  const objects = readObjects(pdfium, handle, map);
  const overScan = markHidden(document, handle, layer.words, objects);
  const need = recognitionNeed(document, handle, layer, objects);
  const raster = need === 'none' ? null : rasterFor(document, handle, context);
  return {
    width,
    height,
    turn: layer.turn,
    words: layer.words,
    source: overScan ? 'ocr' : 'text',
    squares: objects.squares,
    strokes: objects.strokes.map(({ box }) => box),
    need,
    raster,
    barcodePictures: raster
      ? [{ raster, region: [0, 0, 1, 1] }]
      : barcodes.draw(() => drawBarcodePictures(pdfium, handle, layer.words, objects, context.limits.maxPixels)),
  };
}

/** Remarks become blocks at the end, with hidden words: they are in the file but not printed on the page. */
function addRemarks(page: Page, remarks: readonly Remark[]): void {
  for (const { text, box } of remarks) {
    const firstWord = page.words.length;
    for (const part of text.split(/\s+/)) page.words.push({ text: part, box: [...box], hidden: true });
    page.lines.push({ words: [firstWord, page.words.length], box: [...box] });
    page.blocks.push({ kind: 'comment', lines: [page.lines.length - 1, page.lines.length], box: [...box] });
  }
}

function rasterFor(document: OpenDocument, handle: number, context: ReadContext): Raster {
  const { api } = document.pdfium;
  const [width, height] = [api.FPDF_GetPageWidthF(handle), api.FPDF_GetPageHeightF(handle)];
  const scale = Math.min(RECOGNITION_DPI / 72, LONGEST_RECOGNISED_SIDE / Math.max(width, height));
  return drawLoadedPage(document.pdfium, handle, { width: Math.max(1, Math.round(width * scale)), maxPixels: context.limits.maxPixels });
}

function toWord({ text, box, size, bold, hidden, confidence }: Word): Word {
  return {
    text,
    box,
    ...(confidence !== undefined && { confidence }),
    ...(size !== undefined && { size }),
    ...(bold && { bold }),
    ...(hidden && { hidden }),
  };
}

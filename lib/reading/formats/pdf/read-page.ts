import type { Box } from '#lib/contract/service/box.ts';
import type { Barcode, Page, Word } from '#lib/contract/service/reading.ts';
import { areaOf, containsCentre, shareInside, union, unionAll, verticalOverlap } from '#lib/document/geometry/box.ts';
import type { BarcodeReader } from '../../barcodes/barcode-reader.ts';
import type { ReadContext } from '../../model/adapter.ts';
import type { Recognise, Recognition } from '../../ocr/recognise.ts';
import { buildPageText } from '../../page-text/build-page-text.ts';
import { labelFields } from '../../page-text/label-fields.ts';
import type { PageShape } from '../../page-text/page-shape.ts';
import { findTickBoxes } from './annotations/find-tick-boxes.ts';
import { type Annotations, type Remark, readAnnotations } from './annotations/read-annotations.ts';
import { readLinks } from './annotations/read-links.ts';
import type { PartAllowance } from './part-allowance.ts';
import { type Draw, drawLoadedPage } from './pdfium/draw-page.ts';
import { withPage } from './pdfium/load-page.ts';
import type { OpenDocument } from './pdfium/open-document.ts';
import { pageMapOf } from './pdfium/page-map.ts';
import { type BarcodePicture, drawBarcodePictures } from './pictures/draw-barcode-pictures.ts';
import { markHidden } from './pictures/mark-hidden.ts';
import { type RecognitionNeed, recognitionNeed } from './pictures/needs-recognition.ts';
import { readObjects } from './pictures/page-objects.ts';
import { picturedTickBoxes } from './pictures/pictured-tick-boxes.ts';
import type { PdfWord } from './text/build-words.ts';
import { readText, type Turn } from './text/read-text.ts';

/** `warning` says what could not be read of the page. */
export type PageResult = { page: Page; warning: string | null };

/** Pixels an inch for text recognition. */
const RECOGNITION_DPI = 210;
const LONGEST_RECOGNISED_SIDE = 3000;
/** Share of the page: a smaller part of it is recognised alone. */
const MOST_FOR_PART = 0.8;
/** Whole other pages may stand beside what is shown of a page that was cut out of a larger one. */
const MOST_OFF_PAGE = 2_000;
const LEAST_EXTENT = 0.004;
/** Milliseconds of processor time for drawing a page again that was cut before. */
const LONGEST_AGAIN_MS = 5_000;
/** A page with so many words of its own is a page of text: of its pictures, only so much is read as `PartAllowance` lets. */
const MANY_WORDS = 60;
const WHOLE_PAGE: Box = [0, 0, 1, 1];

export type PageReaders = { recognise: Recognise; barcodes: BarcodeReader; parts: PartAllowance };

/** Reads one page (1-based) of an open PDF. A page without usable text of its own is recognised from its picture. */
export async function readPage(
  document: OpenDocument,
  number: number,
  context: ReadContext,
  { recognise, barcodes, parts }: PageReaders,
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
  let searching: Promise<Barcode[]> | undefined;
  const findCodes = () => (searching ??= readCodes(own.barcodePictures, barcodes));
  const recogniseBeside: Recognise = (raster, options) => recognise(raster, { ...options, beside: async () => void (await findCodes()) });
  const { words, turn, source, tickBoxes, strokes, warning } = await addRecognised(
    own,
    context,
    { recognise: recogniseBeside, parts },
    number,
  );
  const codes = await findCodes();
  const { width, height } = own;
  const shape: PageShape = { width, height, turn };
  const text = buildPageText(
    words.filter((word) => !isOffPage(word)),
    shape,
    strokes,
  );
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
    tick_boxes: [...findTickBoxes(annotations.widgets, text.words, own.squares, own.picturedTicks), ...tickBoxes],
    links,
    ...(codes.length > 0 && { barcodes: codes }),
  };
  addOffPage(page, words.filter(isOffPage));
  addRemarks(page, annotations.remarks);
  return { page, warning: warning ?? (own.isCut ? cutWarning(number) : null) };
}

async function readCodes(pictures: readonly BarcodePicture[], barcodes: BarcodeReader): Promise<Barcode[]> {
  const codes: Barcode[] = [];
  for (const { raster, region } of pictures) codes.push(...(await barcodes.read(raster, region)));
  return codes;
}

type Combined = Pick<OwnText, 'words' | 'turn' | 'source' | 'strokes'> & { tickBoxes: Page['tick_boxes']; warning: string | null };

/** The page's own words together with those that are recognised from its picture, where it needs that. */
async function addRecognised(
  own: OwnText,
  context: ReadContext,
  { recognise, parts }: Pick<PageReaders, 'recognise' | 'parts'>,
  number: number,
): Promise<Combined> {
  const { words, turn, source, strokes, drawn, need } = own;
  const unchanged: Combined = { words, turn, source, strokes, tickBoxes: [], warning: null };
  if (!drawn) return unchanged;
  const work = () => recognise(drawn.raster, { languages: context.languages, signal: context.signal });
  const isBeside = need.kind === 'rest' && drawn.region !== WHOLE_PAGE && words.length >= MANY_WORDS;
  const recognised = await (isBeside ? parts.spend(number, work) : work()).catch((error: unknown) => {
    if (context.signal.aborted) throw error;
    return undefined;
  });
  if (recognised === null) return unchanged;
  if (!recognised) return { ...unchanged, warning: `The text on the picture of page ${number} could not be recognised.` };
  const found = placeOnPage(recognised, drawn.region);
  if (need.kind !== 'rest') {
    const { tickBoxes, rotation } = found;
    return { ...unchanged, words: found.words, turn: rotation, source: 'ocr', strokes: [...strokes, ...found.strokes], tickBoxes };
  }
  const isInside = ({ box }: { box: Box }) => need.areas.some((area) => containsCentre(area, box));
  const shown = words.filter(({ hidden }) => !hidden);
  const added = found.words.filter(
    (word) => isInside(word) && !shown.some(({ box }) => shareInside(word.box, box) > 0.3 || shareInside(box, word.box) > 0.5),
  );
  if (added.length === 0) return unchanged;
  return {
    ...unchanged,
    words: [...words, ...added],
    source: 'mixed',
    // what a stamp or a heading says of the direction counts less than the text of the scan
    turn: added.length > shown.length ? found.rotation : turn,
    strokes: [...strokes, ...found.strokes.filter((box) => isInside({ box }))],
    tickBoxes: found.tickBoxes.filter(isInside),
  };
}

/** What was recognised on the picture of a part of the page, in boxes of the page. */
function placeOnPage(found: Recognition, region: Box): Pick<Recognition, 'words' | 'tickBoxes' | 'strokes' | 'rotation'> {
  const [left, top, right, bottom] = region;
  const place = (box: Box): Box => [
    left + box[0] * (right - left),
    top + box[1] * (bottom - top),
    left + box[2] * (right - left),
    top + box[3] * (bottom - top),
  ];
  const placed = <T extends { box: Box }>(each: T): T => ({ ...each, box: place(each.box) });
  return {
    words: found.words.map(placed),
    tickBoxes: found.tickBoxes.map(placed),
    strokes: found.strokes.map(place),
    rotation: found.rotation,
  };
}

type OwnText = {
  width: number;
  height: number;
  turn: Turn;
  words: (Word | PdfWord)[];
  source: Page['source'];
  squares: Box[];
  picturedTicks: Page['tick_boxes'];
  strokes: Box[];
  need: RecognitionNeed;
  /** The part of the page that must be recognised, if any. */
  drawn: BarcodePicture | null;
  /** Where barcodes are looked for. */
  barcodePictures: BarcodePicture[];
  /** A drawing of the page took too long: what was to be seen on it is not all there. */
  isCut: boolean;
};

function readOwnText(document: OpenDocument, handle: number, context: ReadContext, barcodes: BarcodeReader): OwnText {
  const { pdfium } = document;
  const width = pdfium.api.FPDF_GetPageWidthF(handle);
  const height = pdfium.api.FPDF_GetPageHeightF(handle);
  const map = pageMapOf(pdfium, handle);
  const layer = readText(document, handle, map);
  const objects = readObjects(pdfium, handle, map);
  const { maxPixels } = context.limits;
  let isCut = false;
  const draw: Draw = (options) => {
    const raster = drawLoadedPage(pdfium, handle, { ...options, ...(isCut && { longestMs: LONGEST_AGAIN_MS }) });
    isCut ||= raster.isCut === true;
    return raster;
  };
  const overScan = markHidden(draw, layer.words, objects);
  const need = recognitionNeed(draw, layer, objects, overScan);
  const drawn = need.kind === 'none' ? null : drawToRecognise(draw, { width, height }, maxPixels, need);
  const barcodePictures =
    drawn?.region === WHOLE_PAGE
      ? [drawn]
      : barcodes.draw(() =>
          drawBarcodePictures(draw, { width, height }, layer.words, objects, maxPixels, () => barcodes.looksAtWholePages()),
        );
  return {
    width,
    height,
    turn: layer.turn,
    words: layer.words,
    source: overScan ? 'ocr' : 'text',
    squares: objects.squares,
    // what is recognised from the whole page's picture has them already
    picturedTicks: drawn?.region === WHOLE_PAGE ? [] : picturedTickBoxes(draw, objects.pictures, { width, height }, maxPixels),
    strokes: objects.strokes.map(({ box }) => box),
    need,
    drawn,
    barcodePictures,
    isCut,
  };
}

function cutWarning(number: number): string {
  return `Page ${number} takes very long to draw and was drawn in part: what it shows beside its text may not have been read.`;
}

function isOffPage(word: Word | PdfWord): boolean {
  return 'isOffPage' in word && word.isOffPage;
}

/** Words outside of what the page shows stand at the end, each line as a block of its own. */
function addOffPage(page: Page, words: readonly Word[]): void {
  let last: Box | null = null;
  for (const word of words.slice(0, MOST_OFF_PAGE)) {
    const box = onEdge(word.box);
    page.words.push({ ...toWord(word), box });
    const line = page.lines.at(-1);
    if (line && last && verticalOverlap(last, box) > 0.5) {
      line.words[1]++;
      line.box = union(line.box, box);
      page.blocks.at(-1)!.box = line.box;
    } else {
      page.lines.push({ words: [page.words.length - 1, page.words.length], box });
      page.blocks.push({ kind: 'note', lines: [page.lines.length - 1, page.lines.length], box });
    }
    last = box;
  }
}

/** A box that was cut to the page's edge, with something of it left on the page. */
function onEdge([left, top, right, bottom]: Box): Box {
  const [x, y] = [Math.min(left, 1 - LEAST_EXTENT), Math.min(top, 1 - LEAST_EXTENT)];
  return [x, y, Math.max(right, x + LEAST_EXTENT), Math.max(bottom, y + LEAST_EXTENT)];
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

/** Draws what must be recognised: the page, or the box around its unread pictures where that is clearly less. */
function drawToRecognise(
  draw: Draw,
  { width, height }: { width: number; height: number },
  maxPixels: number,
  need: RecognitionNeed,
): BarcodePicture {
  const around = need.kind === 'rest' ? unionAll(need.areas) : WHOLE_PAGE;
  const region = areaOf(around) < MOST_FOR_PART ? around : WHOLE_PAGE;
  const [across, down] = [width * (region[2] - region[0]), height * (region[3] - region[1])];
  const scale = Math.min(RECOGNITION_DPI / 72, LONGEST_RECOGNISED_SIDE / Math.max(across, down));
  return { raster: draw({ width: Math.max(1, Math.round(across * scale)), region, maxPixels }), region };
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

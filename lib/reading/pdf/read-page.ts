import type { Page, Word } from '#lib/contract/reading.ts';
import type { Raster, ReadContext } from '../adapter.ts';
import { buildPageText } from '../build-page-text.ts';
import type { Recognise } from '../ocr/recognise.ts';
import type { PdfWord } from './build-words.ts';
import { drawLoadedPage } from './draw-page.ts';
import { withPage } from './load-page.ts';
import { needsRecognition } from './needs-recognition.ts';
import type { OpenDocument } from './open-document.ts';
import { readText, type Turn } from './read-text.ts';

export type PageResult = { page: Page; warnings: string[] };

/** Pixels an inch for text recognition. */
const RECOGNITION_DPI = 210;
const LONGEST_RECOGNISED_SIDE = 3000;

/** Reads one page (1-based) of an open PDF. A page without usable text of its own is recognised from its picture. */
export async function readPage(document: OpenDocument, number: number, context: ReadContext, recognise: Recognise): Promise<PageResult> {
  const { page, raster } = withPage(document, number, (handle) => {
    const { api } = document.pdfium;
    const width = api.FPDF_GetPageWidthF(handle);
    const height = api.FPDF_GetPageHeightF(handle);
    const layer = readText(document, handle);
    const page = toPage({ number, width, height, turn: layer.turn, words: layer.words });
    const raster = needsRecognition(document, handle, layer) ? rasterFor(document, handle, context) : null;
    return { page, raster };
  });
  if (!raster) return { page, warnings: [] };
  const { words, rotation } = await recognise(raster, { languages: context.languages, signal: context.signal });
  const { width, height } = page;
  if (words.length === 0) return { page, warnings: [] };
  return { page: { ...toPage({ number, width, height, turn: rotation, words }), source: 'ocr' }, warnings: [] };
}

type PageParts = { number: number; width: number; height: number; turn: Turn; words: readonly (Word | PdfWord)[] };

function toPage({ number, width, height, turn, words }: PageParts): Page {
  const text = buildPageText(words, { width, height, turn });
  return {
    number,
    width,
    height,
    name: null,
    source: text.words.length > 0 ? 'text' : 'none',
    display: 'image',
    text_rotation: turn,
    words: text.words.map(toWord),
    lines: text.lines,
    blocks: text.blocks,
    tables: [],
    form_fields: [],
    tick_boxes: [],
    links: [],
  };
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

import type { Box } from '#lib/contract/service/box.ts';
import type { Raster } from '../../../model/adapter.ts';
import { ReadError } from '../../../model/read-error.ts';
import { withPage } from './load-page.ts';
import type { OpenDocument } from './open-document.ts';
import type { Pdfium } from './pdfium.ts';

/** FPDF_ANNOT and FPDF_REVERSE_BYTE_ORDER: paint annotations, give RGBA. */
const RENDER_FLAGS = 1 | 16;
const BGRX = 3;
const WHITE = 0xffffffff;
/** Processor time after which what is drawn so far is taken: only pages made to keep a program busy need more. */
const LONGEST_DRAWING_MS = 20_000;
/** FPDF_RENDER_TOBECONTINUED. */
const STOPPED = 1;

export type DrawOptions = {
  /** Pixels of the picture's width. */
  width: number;
  /** Part of the page to draw, box scale; the whole page when absent. */
  region?: Box | undefined;
  maxPixels: number;
  /** Milliseconds of processor time, when less than usual. */
  longestMs?: number;
};

/** Draws a part or all of an open page. */
export type Draw = (options: DrawOptions) => Raster;

/** Draws one page (1-based) as displayed, with form values and annotations, on white. */
export function drawPage(document: OpenDocument, pageNumber: number, options: DrawOptions): Raster {
  return withPage(document, pageNumber, (page) => drawLoadedPage(document.pdfium, page, options));
}

/** Draws a page that is open already; of one that takes too long, what is drawn until then (`isCut`). */
export function drawLoadedPage(pdfium: Pdfium, page: number, options: DrawOptions): Raster {
  const { api } = pdfium;
  const { width, region = [0, 0, 1, 1], maxPixels, longestMs = LONGEST_DRAWING_MS } = options;
  const [left, top, right, bottom] = region;
  const aspect = ((bottom - top) * api.FPDF_GetPageHeightF(page)) / ((right - left) * api.FPDF_GetPageWidthF(page));
  if (!Number.isFinite(aspect) || aspect <= 0) throw new ReadError('damaged_file', 'This page has no size and cannot be shown.');
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * width * aspect)));
  const columns = Math.max(1, Math.round(width * scale));
  const rows = Math.max(1, Math.round(width * scale * aspect));
  const bitmap = api.FPDFBitmap_CreateEx(columns, rows, BGRX, 0, 0);
  if (bitmap === 0) throw new ReadError('too_large_to_read', 'This page is too large to be drawn.');
  try {
    const wholeWidth = Math.round(columns / (right - left));
    const wholeHeight = Math.round(rows / (bottom - top));
    api.FPDFBitmap_FillRect(bitmap, 0, 0, columns, rows, WHITE);
    const status = api.FPDF_RenderPageBitmap_Start(
      bitmap,
      page,
      -Math.round(left * wholeWidth),
      -Math.round(top * wholeHeight),
      wholeWidth,
      wholeHeight,
      0,
      RENDER_FLAGS,
      pdfium.pauseAfter(longestMs),
    );
    api.FPDF_RenderPage_Close(page);
    const pixels = pdfium.copy(api.FPDFBitmap_GetBuffer(bitmap), columns * rows * 4);
    for (let index = 3; index < pixels.length; index += 4) pixels[index] = 255;
    return { pixels, width: columns, height: rows, ...(status === STOPPED && { isCut: true }) };
  } finally {
    api.FPDFBitmap_Destroy(bitmap);
  }
}

import type { Box } from '#lib/contract/service/box.ts';
import type { Barcode } from '#lib/contract/service/reading.ts';
import { clampBox, iou } from '#lib/document/geometry/box.ts';
import type { Raster } from '../model/adapter.ts';
import { loadZxing, type Zxing } from './load-zxing.ts';

/** Looks for barcodes on the pages of one document. */
export type BarcodeReader = {
  /**
   * Barcodes on a picture, at most eight; boxes are on the whole page (box scale). Never throws: what cannot be decoded is not there.
   * @param region the part of the page that the picture shows; all of it when absent
   */
  read(raster: Raster, region?: Box): Promise<Barcode[]>;
  /** Draws pictures to read, within the time of the document; none when that is spent or drawing fails. Throws only `WebAssembly.RuntimeError`. */
  draw<T>(work: () => T[]): T[];
  /** Whether pages of few words are still worth a look as a whole: not once so many whole pages showed no code. */
  looksAtWholePages(): boolean;
  /** What the person should know about barcodes that were not looked for; null when all pages were. */
  warning(): string | null;
};

type Options = { /** Milliseconds for all pages together. */ budgetMs?: number; load?: () => Promise<Zxing> };

/** A page takes about a tenth of a second: enough for some hundred pages even on a busy machine. */
const BUDGET_MS = 30_000;
const MOST_ON_A_PAGE = 8;
/** Separator sheets stand among the first pages, too; a list of some thousand lines, one a page, has none. */
const MOST_WHOLE_IN_VAIN = 100;
/** A linear code must be the same on this many scan lines: rulings and text pass for one on a line or two. */
const LEAST_LINES = 3;
const LEAST_CHARACTERS = 3;
const FORMATS = {
  Code128: 'code_128',
  Code39: 'code_39',
  QRCode: 'qr_code',
  DataMatrix: 'data_matrix',
  PDF417: 'pdf_417',
} as const satisfies Record<string, Barcode['format']>;
type Symbology = keyof typeof FORMATS;

/** Makes a reader with the time of one document. The decoder (ZXing-C++ in WebAssembly) is loaded when the first picture comes. */
export function createBarcodeReader({ budgetMs = BUDGET_MS, load = loadZxing }: Options = {}): BarcodeReader {
  let spent = 0;
  let hasFailed = false;
  let isCut = false;
  let [wholePages, hasFound, hasLeftOut] = [0, false, false];
  const isOver = () => {
    isCut ||= spent >= budgetMs;
    return isCut || hasFailed;
  };
  return {
    draw(work) {
      if (isOver()) return [];
      const start = performance.now();
      try {
        return work();
      } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) throw error;
        return [];
      } finally {
        spent += performance.now() - start;
      }
    },
    async read(raster, region = [0, 0, 1, 1]) {
      if (isOver()) return [];
      const start = performance.now();
      let zxing: Zxing | null = null;
      try {
        zxing = await load();
        const found = await decode(zxing, raster, region);
        if (region[0] <= 0 && region[1] <= 0 && region[2] >= 1 && region[3] >= 1) wholePages++;
        hasFound ||= found.length > 0;
        return found;
      } catch {
        zxing?.discard();
        hasFailed = true;
        return [];
      } finally {
        spent += performance.now() - start;
      }
    },
    looksAtWholePages() {
      const looks = hasFound || wholePages < MOST_WHOLE_IN_VAIN;
      hasLeftOut ||= !looks;
      return looks;
    },
    warning() {
      if (hasFailed) return 'Barcodes could not be read on all pages of this file.';
      if (isCut) return 'Looking for barcodes took too long: the last pages of this file were not searched for them.';
      return hasLeftOut ? 'The last pages of this file were searched for barcodes only where they show pictures.' : null;
    },
  };
}

async function decode(zxing: Zxing, { pixels, width, height }: Raster, region: Box): Promise<Barcode[]> {
  const data = new Uint8ClampedArray(pixels.buffer as ArrayBuffer, pixels.byteOffset, pixels.byteLength);
  const found = await zxing.readBarcodes({ data, width, height, colorSpace: 'srgb' } as ImageData, {
    formats: Object.keys(FORMATS) as Symbology[],
    tryInvert: false,
    minLineCount: LEAST_LINES,
    maxNumberOfSymbols: MOST_ON_A_PAGE,
  });
  const barcodes: Barcode[] = [];
  for (const { isValid, symbology, text, position } of found) {
    const format = FORMATS[symbology as Symbology];
    if (!isValid || !format || text.trim().length < LEAST_CHARACTERS) continue;
    const corners = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft];
    const x = corners.map((corner) => region[0] + (corner.x / width) * (region[2] - region[0]));
    const y = corners.map((corner) => region[1] + (corner.y / height) * (region[3] - region[1]));
    const box = clampBox([Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)]);
    if (!barcodes.some((known) => known.text === text && iou(known.box, box) > 0.3)) barcodes.push({ format, text, box });
  }
  return barcodes.sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0]);
}

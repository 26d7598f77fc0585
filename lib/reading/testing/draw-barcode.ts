import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

export type MadeBarcode = {
  /** Modules from the left, the top; black runs of one row each. */
  runs: { x: number; y: number; width: number }[];
  width: number;
  height: number;
};

let loading: Promise<void> | null = null;

async function loadWriter(): Promise<void> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
}

/** Makes a barcode without its quiet zone. Linear codes are one row high. */
export async function makeBarcode(format: 'Code128' | 'Code39' | 'QRCode' | 'DataMatrix' | 'PDF417', text: string): Promise<MadeBarcode> {
  loading ??= loadWriter();
  await loading;
  const { symbol, error } = await writeBarcode(text, { format });
  if (error) throw new Error(error);
  const height = format.startsWith('Code') ? 1 : symbol.height;
  const runs: MadeBarcode['runs'] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < symbol.width; x++) {
      if (symbol.data[y * symbol.width + x] !== 0) continue;
      const open = runs.at(-1);
      if (open && open.y === y && open.x + open.width === x) open.width++;
      else runs.push({ x, y, width: 1 });
    }
  }
  return { runs, width: symbol.width, height };
}

export type BarcodePlace = {
  x: number;
  y: number;
  /** Size of a module in points. */
  module: number;
  /** Height of a row in points; `module` when absent. */
  row?: number;
  /** Each bar painted for itself, all in one path, or as thick lines. */
  way?: 'rectangles' | 'path' | 'lines';
};

/** Draws a barcode on a page (points, origin top left). */
export function drawBarcode(pdf: PDFKit.PDFDocument, code: MadeBarcode, place: BarcodePlace): void {
  const { x, y, module, row = module, way = 'rectangles' } = place;
  pdf.fillColor('black').strokeColor('black');
  for (const run of code.runs) {
    const [left, top, width] = [x + run.x * module, y + run.y * row, run.width * module];
    if (way === 'lines')
      pdf
        .lineWidth(width)
        .moveTo(left + width / 2, top)
        .lineTo(left + width / 2, top + row)
        .stroke();
    else pdf.rect(left, top, width, row);
    if (way === 'rectangles') pdf.fill();
  }
  if (way === 'path') pdf.fill();
}

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init } from '@embedpdf/pdfium';
import { samplePath } from './samples.ts';

/** One PDF of all pages of several samples, as a scanner with a feeder makes it. */
export async function makeStack(files: readonly string[]): Promise<Buffer> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
  const api = await init({ wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer });
  api.PDFiumExt_Init();
  const memory = api.pdfium as unknown as { HEAPU8: Uint8Array };
  const { malloc } = api.pdfium.wasmExports;
  const stack = api.FPDF_CreateNewDocument();
  let count = 0;
  for (const file of files) {
    const bytes = readFileSync(samplePath(file));
    const place = malloc(bytes.length);
    memory.HEAPU8.set(bytes, place);
    const sample = api.FPDF_LoadMemDocument(place, bytes.length, '');
    api.FPDF_ImportPagesByIndex(stack, sample, 0, 0, count);
    count += api.FPDF_GetPageCount(sample);
    api.FPDF_CloseDocument(sample);
  }
  const writer = api.PDFiumExt_OpenFileWriter();
  api.PDFiumExt_SaveAsCopy(stack, writer);
  const size = api.PDFiumExt_GetFileWriterSize(writer);
  const place = malloc(size);
  api.PDFiumExt_GetFileWriterData(writer, place, size);
  return Buffer.from(memory.HEAPU8.slice(place, place + size));
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';
import { createFontSource } from './substitute-fonts.ts';

/** Raw exports, called a million times a document: without the argument conversion of the wrapped ones. */
type RawExports = Record<string, (...args: number[]) => number>;
/** Views of linear memory. They are replaced when it grows, so they are read from the module each time. */
type Heap = { HEAPU8: Uint8Array; HEAPU32: Uint32Array; HEAPF32: Float32Array; HEAPF64: Float64Array };

/**
 * PDFium in WebAssembly, with the few helpers that calls through linear memory need. One per process.
 * After a `RuntimeError` out of it the whole process must be thrown away: its heap is in an unknown state.
 */
export type Pdfium = {
  /** Wrapped functions by their PDFium names. */
  api: WrappedPdfiumModule;
  raw: RawExports;
  /** A lasting piece of linear memory, 256 bytes, for out-parameters of one call. */
  scratch: number;
  /** An IFSDK_PAUSE that asks PDFium to stop once this process has worked so many milliseconds more; one at a time. */
  pauseAfter(processorMs: number): number;
  /** Copies bytes into linear memory; the caller frees the pointer. */
  allocate(bytes: Uint8Array): number;
  reserve(size: number): number;
  free(pointer: number): void;
  /** Sets `size` bytes to zero. */
  clear(pointer: number, size: number): void;
  /** Copies bytes out of linear memory. */
  copy(pointer: number, size: number): Uint8Array;
  /** Copies bytes within linear memory. */
  move(from: number, to: number, size: number): void;
  float32(pointer: number, index?: number): number;
  float64(pointer: number, index?: number): number;
  uint32(pointer: number, index?: number): number;
  /** Runs a function of the "tell me the size, then fill my buffer" kind and returns the bytes, cut to `limit`. */
  fill(call: (buffer: number, size: number) => number, limit?: number): Uint8Array;
  /** As `fill`, decoded from UTF-16LE with the closing zero dropped. */
  fillText(call: (buffer: number, size: number) => number): string;
};

const LONGEST_TEXT = 4 * 1024 * 1024;
/**
 * Called for every character or object: taken without the wrapper's conversion of arguments, which costs more than the call.
 * They take numbers only; yes and no come as 1 and 0.
 */
const HOT =
  /^(FPDFText_(CountChars|GetUnicode|GetCharAngle|GetMatrix|GetFontSize|HasUnicodeMapError)|FPDFPageObj_(GetType|GetBounds|GetMatrix|GetFillColor|CountMarks|GetMark)|FPDFPageObjMark_GetName|FPDFPage_(CountObjects|GetObject)|FPDFFormObj_\w+|FPDFPath_(GetDrawMode|CountSegments|GetPathSegment)|FPDFPathSegment_\w+|FPDFTextObj_(GetFont|GetTextRenderMode)|FPDFFont_GetFlags)$/;

let loading: Promise<Pdfium> | null = null;

/** Loads PDFium once per process (about 100 ms) and returns it. */
export function loadPdfium(): Promise<Pdfium> {
  loading ??= load();
  return loading;
}

/** What this process has worked so far: unlike the clock, it does not run faster on a busy machine. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function load(): Promise<Pdfium> {
  const wasm = await readFile(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
  const api = await init({ wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength) as ArrayBuffer });
  api.PDFiumExt_Init();
  api.FPDF_SetSystemFontInfo(createFontSource(api.pdfium as unknown as Parameters<typeof createFontSource>[0]));
  const raw = api.pdfium as unknown as RawExports;
  for (const name of Object.keys(api)) if (HOT.test(name) && raw[`_${name}`]) Object.assign(api, { [name]: raw[`_${name}`] });
  const module = api.pdfium as unknown as Heap;
  const { malloc, free } = api.pdfium.wasmExports;
  const scratch = malloc(256);
  const fill: Pdfium['fill'] = (call, limit = LONGEST_TEXT) => {
    const size = call(0, 0) >>> 0;
    if (size === 0) return new Uint8Array(0);
    if (size > limit) throw new RangeError('A string of the PDF is longer than allowed.');
    const buffer = malloc(size);
    try {
      call(buffer, size);
      return module.HEAPU8.slice(buffer, buffer + size);
    } finally {
      free(buffer);
    }
  };
  let workedUntil = Number.POSITIVE_INFINITY;
  const pause = malloc(12);
  module.HEAPU32.set([1, api.pdfium.addFunction(() => (processorMs() > workedUntil ? 1 : 0), 'ii'), 0], pause >> 2);
  return {
    api,
    raw,
    scratch,
    pauseAfter(limit) {
      workedUntil = processorMs() + limit;
      return pause;
    },
    allocate(bytes) {
      const pointer = malloc(bytes.byteLength);
      if (pointer === 0) throw new RangeError('The PDF does not fit into memory.');
      module.HEAPU8.set(bytes, pointer);
      return pointer;
    },
    reserve: malloc,
    free,
    clear: (pointer, size) => void module.HEAPU8.fill(0, pointer, pointer + size),
    copy: (pointer, size) => module.HEAPU8.slice(pointer, pointer + size),
    move: (from, to, size) => void module.HEAPU8.copyWithin(to, from, from + size),
    float32: (pointer, index = 0) => module.HEAPF32[(pointer >> 2) + index] ?? 0,
    float64: (pointer, index = 0) => module.HEAPF64[(pointer >> 3) + index] ?? 0,
    uint32: (pointer, index = 0) => module.HEAPU32[(pointer >> 2) + index] ?? 0,
    fill,
    fillText(call) {
      const bytes = fill(call);
      return new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length & ~1)).replace(/\0+$/, '');
    },
  };
}

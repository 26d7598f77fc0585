import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

type Library = typeof import('zxing-wasm/reader');
export type Zxing = {
  readBarcodes: Library['readBarcodes'];
  /** Throws the module away after it has failed: its memory may be damaged. The next `loadZxing` makes a new one. */
  discard(): void;
};

let loading: Promise<Zxing> | null = null;

/**
 * Loads ZXing-C++ once per process (about 40 ms). Its WebAssembly comes from the installed package: given as bytes, the library
 * asks no server for it, which it would else.
 */
export function loadZxing(): Promise<Zxing> {
  loading ??= load();
  return loading;
}

async function load(): Promise<Zxing> {
  const { prepareZXingModule, purgeZXingModule, readBarcodes } = await import('zxing-wasm/reader');
  const wasm = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
  return {
    readBarcodes,
    discard() {
      loading = null;
      purgeZXingModule();
    },
  };
}

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { EAST_ASIAN, type FontFace, listEastAsianFaces, systemFontFolders } from './font-files.ts';

/** What PDFium's module offers that is needed here. */
type FontModule = {
  HEAPU8: Uint8Array;
  HEAPU32: Uint32Array;
  addFunction(call: (...args: number[]) => number | undefined, signature: string): number;
  wasmExports: { malloc(size: number): number };
};

const COLLECTION = 0x74746366;
/** A face of the right script counts more than one of the right weight. */
const WRONG_SCRIPT = 10_000;

let chosenFolder: string | undefined;
let faces: FontFace[] | null = null;

/** Says in which folder this process looks for fonts that a PDF names without embedding them; the system's folders when absent. */
export function setFontFolder(folder: string | undefined): void {
  if (folder === chosenFolder) return;
  chosenFolder = folder;
  faces = null;
}

function listFaces(): FontFace[] {
  faces ??= listEastAsianFaces(chosenFolder === undefined ? systemFontFolders() : [chosenFolder]);
  return faces;
}

/** The number of the face, from 1, that comes nearest to what is asked for; 0 when there is none of the script. */
function findFace(charset: number, weight: number): number {
  const script = EAST_ASIAN.get(charset);
  if (!script) return 0;
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [index, face] of listFaces().entries()) {
    if (!face.charsets.has(charset)) continue;
    const cost = Math.abs(face.weight - weight) + (script.name.test(face.name) ? 0 : WRONG_SCRIPT);
    if (cost < least) [best, least] = [index + 1, cost];
  }
  return best;
}

/**
 * Makes the interface by which PDFium asks for fonts (FPDF_SYSFONTINFO) and gives its place in linear memory. It answers for Chinese,
 * Japanese and Korean only: for all others PDFium has fonts of its own. Fonts are looked for when the first is asked for.
 */
export function createFontSource(module: FontModule): number {
  const { addFunction } = module;
  const release = addFunction(() => undefined, 'vi');
  const mapFont = addFunction((_self, weight, _italic, charset) => findFace(charset!, weight! || 400), 'iiiiiiii');
  const getData = addFunction(
    (_self, font, table, buffer, size) => copyFace(module, listFaces()[font! - 1], table!, buffer!, size!),
    'iiiiii',
  );
  const nothing = addFunction(() => 0, 'iiiii');
  const anyCharset = addFunction(() => 1, 'iii');
  const remove = addFunction(() => undefined, 'vii');
  const source = module.wasmExports.malloc(36);
  module.HEAPU32.set([1, release, 0, mapFont, 0, getData, nothing, anyCharset, remove], source >> 2);
  return source;
}

/**
 * PDFium asks for the whole file, and tells the faces of a collection apart by the bytes that follow their beginning.
 * Gives the number of bytes there are; copies as many of them, from the beginning, as fit.
 */
function copyFace(module: FontModule, face: FontFace | undefined, table: number, buffer: number, size: number): number {
  if (!face || (table !== 0 && table !== COLLECTION)) return 0;
  const isCollection = face.offset > 0;
  if (table === COLLECTION && !isCollection) return 0;
  const length = table === COLLECTION ? face.size : face.size - face.offset;
  if (buffer === 0 || size === 0) return length;
  try {
    const target = new Uint8Array(module.HEAPU8.buffer, buffer, Math.min(size, length));
    return readInto(target, face) ? length : 0;
  } catch {
    return 0;
  }
}

/** False when the file is no longer the one that was listed. */
function readInto(target: Uint8Array, { path, size }: FontFace): boolean {
  const handle = openSync(path, 'r');
  try {
    if (fstatSync(handle).size !== size) return false;
    let at = 0;
    for (let read = -1; at < target.length && read !== 0; at += read) read = readSync(handle, target, at, target.length - at, at);
    return at === target.length;
  } finally {
    closeSync(handle);
  }
}

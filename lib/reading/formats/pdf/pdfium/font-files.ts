import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import path from 'node:path';

/** One face of a font file on this machine. */
export type FontFace = {
  path: string;
  /** Bytes of the file. */
  size: number;
  /** Where the face begins in a collection; 0 in a file of one face. */
  offset: number;
  /** 400 is regular. */
  weight: number;
  /** Its name and that of its file, to tell the faces of a collection apart. */
  name: string;
  /** Character sets of Windows that it can write, of those in `EAST_ASIAN`. */
  charsets: ReadonlySet<number>;
};

type Script = { bit: number; range: number; name: RegExp };

/** Character set → its bit among the code pages and the Unicode ranges of a font's table `OS/2`, and what its faces are called. */
export const EAST_ASIAN: ReadonlyMap<number, Script> = new Map([
  [128, { bit: 17, range: 49, name: /\b(jp|j|japan\w*|gothic|mincho|hiragino|ipa\w*|takao\w*|vl)\b|gothic|mincho/i }],
  [129, { bit: 19, range: 56, name: /\b(kr|k|korean?|batang|gulim|malgun|nanum\w*)\b/i }],
  [134, { bit: 18, range: 59, name: /\b(sc|cn|gb\w*|hans|simsun|simhei|song\w*|wqy|wenquanyi)\b|hans/i }],
  [136, { bit: 20, range: 59, name: /\b(tc|tw|hk|hant|mingliu|ming)\b|hant/i }],
]);

const SYSTEM_FOLDERS: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['/System/Library/Fonts', '/Library/Fonts'],
  win32: ['C:\\Windows\\Fonts'],
};
const USUAL_FOLDERS = ['/usr/share/fonts', '/usr/local/share/fonts'];
const MOST_FILES = 5_000;
const DEEPEST = 6;
const LARGEST_FILE = 128 * 1024 * 1024;
const MOST_FACES = 64;
const MOST_TABLES = 200;
const COLLECTION = 0x74746366;
const FACE_KINDS = new Set([0x00010000, 0x4f54544f, 0x74727565]);
const FONT_ENDING = /\.(ttf|otf|ttc|otc)$/i;

/** Where this system keeps its fonts. */
export function systemFontFolders(): string[] {
  return SYSTEM_FOLDERS[process.platform] ?? USUAL_FOLDERS;
}

/**
 * The faces in the font files below some folders that can write Chinese, Japanese or Korean. Only the heads of files are read; what
 * is no font, or a damaged one, is passed over.
 */
export function listEastAsianFaces(folders: readonly string[]): FontFace[] {
  const files: string[] = [];
  for (const folder of folders) collectFiles(folder, DEEPEST, files);
  return files.flatMap((file) => {
    try {
      return readFaces(file);
    } catch {
      return [];
    }
  });
}

function collectFiles(folder: string, depth: number, files: string[]): void {
  let entries: ReturnType<typeof readEntries>;
  try {
    entries = readEntries(folder);
  } catch {
    return;
  }
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (files.length >= MOST_FILES) return;
    const full = path.join(folder, entry.name);
    if (entry.isDirectory() && depth > 0) collectFiles(full, depth - 1, files);
    else if ((entry.isFile() || entry.isSymbolicLink()) && FONT_ENDING.test(entry.name)) files.push(full);
  }
}

function readEntries(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}

type ReadAt = (at: number, length: number) => Buffer;

function readFaces(file: string): FontFace[] {
  const handle = openSync(file, 'r');
  try {
    const { size } = fstatSync(handle);
    if (size > LARGEST_FILE) return [];
    const readAt: ReadAt = (at, length) => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(handle, bytes, 0, length, at));
    };
    const kind = readAt(0, 12);
    const isCollection = kind.readUInt32BE(0) === COLLECTION;
    const count = isCollection ? Math.min(MOST_FACES, kind.readUInt32BE(8)) : 1;
    const offsets = isCollection ? readAt(12, count * 4) : Buffer.alloc(4);
    return Array.from({ length: count }, (_, index) => readFace(readAt, offsets.readUInt32BE(index * 4))).flatMap((face) =>
      face ? [{ ...face, path: file, size, name: `${face.name} ${path.basename(file)}` }] : [],
    );
  } finally {
    closeSync(handle);
  }
}

function readFace(readAt: ReadAt, offset: number): Omit<FontFace, 'path' | 'size'> | null {
  const head = readAt(offset, 12);
  if (!FACE_KINDS.has(head.readUInt32BE(0))) return null;
  const tables = readAt(offset + 12, Math.min(MOST_TABLES, head.readUInt16BE(4)) * 16);
  const find = (tag: string) => {
    for (let at = 0; at + 16 <= tables.length; at += 16) {
      if (tables.toString('latin1', at, at + 4) === tag) return { at: tables.readUInt32BE(at + 8), length: tables.readUInt32BE(at + 12) };
    }
    return null;
  };
  const about = find('OS/2');
  if (!about || about.length < 58) return null;
  const table = readAt(about.at, Math.min(about.length, 96));
  const charsets = charsetsOf(table);
  if (charsets.size === 0) return null;
  const names = find('name');
  return { offset, weight: table.readUInt16BE(4), charsets, name: names ? faceName(readAt(names.at, Math.min(names.length, 64_000))) : '' };
}

/** By the code pages that a font claims; older ones claim none, and tell only the ranges that they have. */
function charsetsOf(table: Buffer): Set<number> {
  const pages = table.length >= 82 ? table.readUInt32BE(78) : 0;
  const ranges = table.readUInt32BE(46);
  const found = [...EAST_ASIAN].filter(([, { bit }]) => (pages >>> bit) & 1);
  const chosen = found.length > 0 ? found : [...EAST_ASIAN].filter(([, { range }]) => (ranges >>> (range - 32)) & 1);
  return new Set(chosen.map(([charset]) => charset));
}

/** The full name of a face in UTF-16, or nothing. */
function faceName(table: Buffer): string {
  const [count, texts] = [table.readUInt16BE(2), table.readUInt16BE(4)];
  for (let at = 6; at + 12 <= Math.min(table.length, 6 + count * 12); at += 12) {
    if (table.readUInt16BE(at) !== 3 || table.readUInt16BE(at + 6) !== 4) continue;
    const start = texts + table.readUInt16BE(at + 10);
    return Buffer.from(table.subarray(start, start + (table.readUInt16BE(at + 8) & ~1)))
      .swap16()
      .toString('utf16le');
  }
  return '';
}

/** A made-up font: a black square for each of some characters. `codePage` is its bit in the table `OS/2`. */
export type MadeFont = { characters: string; codePage: number; name: string; weight?: number };

const EM = 1000;

const u16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([(value >> 8) & 0xff, value & 0xff])));
const u32 = (...values: number[]) => Buffer.concat(values.map((value) => u16((value >>> 16) & 0xffff, value & 0xffff)));

/** A square of four corners on the curve, from the base line up. */
const SQUARE = Buffer.concat([u16(1, 0, 0, EM, EM, 3, 0), Buffer.from([1, 1, 1, 1]), u16(0, EM, 0, -EM & 0xffff), u16(0, 0, EM, 0)]);

function cmap(codes: number[]): Buffer {
  const groups = codes.map((code, index) => u32(code, code, index + 1));
  const format12 = Buffer.concat([u16(12, 0), u32(16 + 12 * codes.length, 0, codes.length), ...groups]);
  return Buffer.concat([u16(0, 1, 3, 10), u32(12), format12]);
}

function names(name: string): Buffer {
  const texts = [name, 'Regular', name, name.replaceAll(' ', '')].map((text) => Buffer.from(text, 'utf16le').swap16());
  const ids = [1, 2, 4, 6];
  let at = 0;
  const records = texts.map((text, index) => {
    const record = u16(3, 1, 0x409, ids[index]!, text.length, at);
    at += text.length;
    return record;
  });
  return Buffer.concat([u16(0, texts.length, 6 + 12 * texts.length), ...records, ...texts]);
}

function tablesOf({ characters, codePage, name, weight = 400 }: MadeFont): Record<string, Buffer> {
  const codes = [...characters].map((character) => character.codePointAt(0)!).sort((a, b) => a - b);
  const glyphs = codes.length + 1;
  const os2 = Buffer.alloc(96);
  u16(4, EM, weight, 5).copy(os2);
  u32(codePage < 32 ? (1 << codePage) >>> 0 : 0).copy(os2, 78);
  const head = Buffer.concat([u32(0x10000, 0x10000, 0, 0x5f0f3cf5), u16(0, EM), Buffer.alloc(16), u16(0, 0, EM, EM, 0, 8, 2, 1, 0)]);
  return {
    'OS/2': os2,
    cmap: cmap(codes),
    glyf: Buffer.concat(codes.map(() => SQUARE)),
    head,
    hhea: Buffer.concat([u32(0x10000), u16(EM, 0, 0, EM, 0, 0, EM, 1, 0, 0, 0, 0, 0, 0, 0, 1)]),
    hmtx: Buffer.concat([u16(EM, 0), Buffer.alloc(2 * (glyphs - 1))]),
    loca: u32(0, ...Array.from({ length: glyphs }, (_, index) => index * SQUARE.length)),
    maxp: Buffer.concat([u32(0x10000), u16(glyphs, 4, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0)]),
    name: names(name),
    post: Buffer.concat([u32(0x30000, 0), Buffer.alloc(24)]),
  };
}

/** @param base where the font begins in its file: places of tables count from the file's beginning */
function toFont(tables: Record<string, Buffer>, base: number): Buffer {
  const entries = Object.entries(tables);
  let at = base + 12 + 16 * entries.length;
  const records: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const [tag, table] of entries) {
    records.push(Buffer.concat([Buffer.from(tag, 'latin1'), u32(0, at, table.length)]));
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    bodies.push(padded);
    at += padded.length;
  }
  return Buffer.concat([u32(0x10000), u16(entries.length, 128, 3, 32), ...records, ...bodies]);
}

/** A TrueType font. */
export function makeFont(font: MadeFont): Buffer {
  return toFont(tablesOf(font), 0);
}

/** A collection of TrueType fonts. */
export function makeFontCollection(fonts: MadeFont[]): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let at = 12 + 4 * fonts.length;
  for (const font of fonts) {
    offsets.push(at);
    const part = toFont(tablesOf(font), at);
    parts.push(part);
    at += part.length;
  }
  return Buffer.concat([Buffer.from('ttcf'), u32(0x10000, fonts.length, ...offsets), ...parts]);
}

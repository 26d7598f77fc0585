import { isCompound } from './is-compound.ts';

/** A stream of a damaged compound file. */
export type SalvagedStream = { name: string; bytes: Buffer };

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const MINI_BYTES = 64;
/** Sector numbers from here on say that there is no further sector. */
const LAST_SECTOR = 0xfffffffa;
const STREAM = 2;
const ROOT = 5;
const MOST_ENTRIES = 4096;

/**
 * Takes the streams out of a compound file whose tables are broken ([MS-CFB]), without trusting any number in it: chains end
 * where they lead outside or turn in circles. The folders of the streams are not kept. Empty when there is nothing.
 */
export function salvageCompound(bytes: Buffer): SalvagedStream[] {
  if (bytes.length < HEADER_BYTES + ENTRY_BYTES || !isCompound(bytes)) return [];
  const size = bytes.readUInt16LE(0x1e) === 12 ? 4096 : 512;
  const sector = (number: number) => bytes.subarray((number + 1) * size, (number + 2) * size);
  const table = readTable(bytes, size, sector);
  const directory = join(chain(table, bytes.readUInt32LE(0x30), bytes.length / size), sector);
  const entries = readEntries(directory);
  const root = entries.find(({ kind }) => kind === ROOT);
  const cutoff = bytes.readUInt32LE(0x38) || 4096;
  const miniTable = toNumbers(join(chain(table, bytes.readUInt32LE(0x3c), bytes.length / size), sector));
  const mini = root ? join(chain(table, root.start, bytes.length / size), sector) : Buffer.alloc(0);
  const miniSector = (number: number) => mini.subarray(number * MINI_BYTES, (number + 1) * MINI_BYTES);
  return entries.flatMap(({ kind, name, start, length }) => {
    if (kind !== STREAM || length === 0) return [];
    const small = length < cutoff;
    const found = small
      ? join(chain(miniTable, start, mini.length / MINI_BYTES), miniSector)
      : join(chain(table, start, bytes.length / size), sector);
    return found.length > 0 ? [{ name, bytes: found.subarray(0, length) }] : [];
  });
}

function toNumbers(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4));
}

/** The table of following sectors; its own sectors are listed in the header and in sectors chained from there. */
function readTable(bytes: Buffer, size: number, sector: (number: number) => Buffer): number[] {
  const own = toNumbers(bytes.subarray(0x4c, HEADER_BYTES));
  const seen = new Set<number>();
  for (let at = bytes.readUInt32LE(0x44); at < bytes.length / size && !seen.has(at); ) {
    seen.add(at);
    const listed = toNumbers(sector(at));
    own.push(...listed.slice(0, -1));
    at = listed.at(-1) ?? LAST_SECTOR;
  }
  const inside = own.filter((number) => number < bytes.length / size);
  // a short last sector is filled up, so that numbers keep their places
  return inside.flatMap((number) => toNumbers(Buffer.concat([sector(number), Buffer.alloc(size, 0xff)]).subarray(0, size)));
}

function chain(table: readonly number[], start: number, most: number): number[] {
  const numbers: number[] = [];
  const seen = new Set<number>();
  for (let at = start; at < most && !seen.has(at); at = table[at] ?? LAST_SECTOR) {
    seen.add(at);
    numbers.push(at);
  }
  return numbers;
}

function join(numbers: readonly number[], sector: (number: number) => Buffer): Buffer {
  return Buffer.concat(numbers.map(sector));
}

type Entry = { name: string; kind: number; start: number; length: number };

function readEntries(directory: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.length && entries.length < MOST_ENTRIES; at += ENTRY_BYTES) {
    const nameBytes = Math.min(64, directory.readUInt16LE(at + 0x40));
    entries.push({
      name: directory.toString('utf16le', at, at + Math.max(0, nameBytes - 2)).replaceAll('/', '_'),
      kind: directory[at + 0x42] ?? 0,
      start: directory.readUInt32LE(at + 0x74),
      length: directory.readUInt32LE(at + 0x78),
    });
  }
  return entries;
}

const HEADER_BYTES = 512;
const LISTED_IN_HEADER = 109;
const LAST_SECTOR = -2;
/** Chains of a sound file share no sector; this leaves room for files that were written carelessly. */
const MOST_SHARED = 4;
const [UNKNOWN, AT_HAND, SOUND] = [0, 1, 2];

/**
 * Refuses an OLE compound file whose chains of sectors turn in circles or run into each other over and over: `cfb` follows
 * such chains until it has no memory left. Takes time in proportion to the file. Throws `Error`; says nothing of what else may be wrong.
 */
export function requireSoundChains(bytes: Buffer): void {
  if (bytes.length < HEADER_BYTES) return;
  const size = bytes.readUInt16LE(0x1a) === 4 ? 4096 : 512;
  const count = Math.ceil(bytes.length / size) - 1;
  const table = listTableSectors(bytes, size, count);
  const next = (sector: number): number => {
    const at = table[Math.floor((sector * 4) / size)];
    const place = at === undefined ? -1 : (at + 1) * size + ((sector * 4) % size);
    return place >= 0 && place + 4 <= bytes.length ? bytes.readInt32LE(place) : LAST_SECTOR;
  };
  const lengths = measureChains(count, next);
  requireFewShared(count, bytes.readInt32LE(0x30), next, lengths);
}

/** The sectors of the table of following sectors, named in the header and in sectors chained from there. */
function listTableSectors(bytes: Buffer, size: number, count: number): number[] {
  const sectors: number[] = [];
  for (let index = 0; index < LISTED_IN_HEADER; index++) {
    const sector = bytes.readInt32LE(0x4c + index * 4);
    if (sector < 0) break;
    sectors.push(sector);
  }
  const seen = new Set<number>();
  for (let at = bytes.readInt32LE(0x44); at >= 0 && at < count; ) {
    if (seen.has(at)) throw new Error('The list of the tables of this compound file turns in circles.');
    seen.add(at);
    const start = (at + 1) * size;
    if (start + size > bytes.length) break;
    for (let place = start; place < start + size - 4; place += 4) {
      const sector = bytes.readInt32LE(place);
      if (sector === LAST_SECTOR) break;
      sectors.push(sector);
    }
    at = bytes.readInt32LE(start + size - 4);
  }
  return sectors;
}

/** How many sectors follow from each, itself included. Throws `Error` for chains that turn in circles. */
function measureChains(count: number, next: (sector: number) => number): Uint32Array {
  const lengths = new Uint32Array(count);
  const states = new Uint8Array(count);
  for (let start = 0; start < count; start++) {
    const path: number[] = [];
    let at = start;
    for (; at >= 0 && at < count && states[at] === UNKNOWN; at = next(at)) {
      states[at] = AT_HAND!;
      path.push(at);
    }
    if (at >= 0 && at < count && states[at] === AT_HAND) throw new Error('A chain of sectors turns in circles.');
    let length = at >= 0 && at < count ? lengths[at]! : 0;
    for (const sector of path.toReversed()) {
      lengths[sector] = ++length;
      states[sector] = SOUND!;
    }
  }
  return lengths;
}

/** Throws `Error` where the chains, begun at each sector that no earlier one held, come to many times the file. */
function requireFewShared(count: number, first: number, next: (sector: number) => number, lengths: Uint32Array): void {
  const held = new Uint8Array(count);
  let total = 0;
  for (let index = 0; index < count; index++) {
    const start = (index + Math.max(0, first)) % count;
    if (held[start]) continue;
    total += lengths[start]!;
    if (total > MOST_SHARED * count) throw new Error('Chains of sectors share their sectors.');
    for (let at = start; at >= 0 && at < count && !held[at]; at = next(at)) held[at] = 1;
  }
}

import { strToU8, type Unzipped, unzipSync, zipSync } from 'fflate';

/** Numbers from 0 to 1, the same for the same seed (Mulberry32). */
export type Random = () => number;

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Mutation = (bytes: Buffer, random: Random, other: Buffer) => Buffer;

const ABSURD = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];
const OLE_MAGIC = 0xe011cfd0;
const SECTOR = 512;

const below = (random: Random, most: number) => Math.floor(random() * Math.max(1, most));
/** Heads hold the numbers that readers trust: half of all places are in the first kilobyte. */
const place = (random: Random, bytes: Buffer) => below(random, random() < 0.5 ? Math.min(1024, bytes.length) : bytes.length);

function flip(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  for (let left = 1 + below(random, 48); left > 0; left--) {
    const at = place(random, copy);
    copy[at] = (copy[at] ?? 0) ^ (1 << below(random, 8));
  }
  return copy;
}

function truncate(bytes: Buffer, random: Random): Buffer {
  return bytes.subarray(0, 1 + below(random, bytes.length));
}

function spoilNumbers(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  for (let left = 1 + below(random, 6); left > 0; left--) {
    const at = Math.min(place(random, copy) & ~1, copy.length - 4);
    if (at < 0) return copy;
    const value = ABSURD[below(random, ABSURD.length)]!;
    if (random() < 0.3) copy.writeUInt16LE(value & 0xffff, at);
    else if (random() < 0.5) copy.writeUInt32LE(value, at);
    else copy.writeUInt32BE(value, at);
  }
  return copy;
}

/** Numbers that lead on are made to lead back: sectors of compound files, objects of PDFs, else any number to another's place. */
function closeCircle(bytes: Buffer, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length > SECTOR && copy.readUInt32LE(0) === OLE_MAGIC) {
    const table = (copy.readUInt32LE(0x4c) + 1) * SECTOR;
    for (let left = 1 + below(random, 3); left > 0; left--) {
      const at = table + 4 * below(random, copy.length / SECTOR - 1);
      if (at >= 0 && at + 4 <= copy.length) copy.writeUInt32LE(below(random, (at - table) / 4 + 1), at);
    }
    return copy;
  }
  if (copy.subarray(0, 4).toString('latin1') === '%PDF') {
    const references = [...copy.toString('latin1').matchAll(/(\d+) 0 R\b/g)];
    const [from, to] = [references[below(random, references.length)], references[below(random, references.length)]];
    if (from && to && from[1]!.length === to[1]!.length) copy.write(to[1]!, from.index, 'latin1');
    return copy;
  }
  const at = Math.min(place(random, copy), copy.length - 4);
  if (at >= 0) copy.writeUInt32LE(below(random, at), at);
  return copy;
}

function splice(bytes: Buffer, random: Random, other: Buffer): Buffer {
  const from = below(random, other.length);
  const part = other.subarray(from, from + 1 + below(random, 4096));
  const at = below(random, bytes.length);
  const skipped = random() < 0.5 ? part.length : 0;
  return Buffer.concat([bytes.subarray(0, at), part, bytes.subarray(at + skipped)]);
}

function keepHead(bytes: Buffer, random: Random): Buffer {
  const rest = Buffer.alloc(below(random, 4096), random() < 0.5 ? 0 : below(random, 256));
  return Buffer.concat([bytes.subarray(0, 4 + below(random, 600)), rest]);
}

function repeat(bytes: Buffer, random: Random): Buffer {
  const from = below(random, bytes.length);
  const part = bytes.subarray(from, from + 1 + below(random, 200));
  return Buffer.concat([bytes.subarray(0, from), ...Array.from({ length: below(random, 2000) }, () => part), bytes.subarray(from)]);
}

/** What is packed is spoilt, and packed again: it arrives where sums of checks would stop it else. */
function spoilInside(bytes: Buffer, random: Random, other: Buffer): Buffer {
  let parts: Unzipped;
  try {
    parts = unzipSync(bytes);
  } catch {
    return flip(bytes, random);
  }
  const names = Object.keys(parts);
  const name = names[below(random, names.length)];
  if (name === undefined) return flip(bytes, random);
  const part = Buffer.from(parts[name]!);
  const isText = /\.(xml|rels|x?html|opf|ncx)$/i.test(name);
  const spoil = isText && random() < 0.5 ? nest : OUTSIDE[below(random, OUTSIDE.length)]!;
  parts[name] = new Uint8Array(spoil(part, random, other));
  return Buffer.from(zipSync(parts, { level: 1 }));
}

/** An element of the part, many times inside itself or after itself. */
function nest(part: Buffer, random: Random): Buffer {
  const text = part.toString('utf8');
  const tags = [...text.matchAll(/<([\w:]+)[^<>/]*>/g)].slice(1);
  const tag = tags[below(random, tags.length)];
  if (!tag) return part;
  const count = 10 ** (1 + below(random, 4));
  const more = random() < 0.5 ? tag[0].repeat(count) + `</${tag[1]}>`.repeat(count) : `${tag[0]}</${tag[1]}>`.repeat(count);
  return Buffer.from(strToU8(text.slice(0, tag.index) + more + text.slice(tag.index)));
}

const OUTSIDE: Mutation[] = [flip, truncate, spoilNumbers, closeCircle, splice, keepHead, repeat];

/** A file with one to three kinds of damage. `other` gives what is spliced in. */
export function mutateFile(bytes: Uint8Array, other: Uint8Array, random: Random): Buffer {
  let spoilt: Buffer = Buffer.from(bytes);
  for (let left = 1 + below(random, 3); left > 0; left--) {
    const isZip = spoilt.subarray(0, 2).toString('latin1') === 'PK';
    const mutation = isZip && random() < 0.6 ? spoilInside : OUTSIDE[below(random, OUTSIDE.length)]!;
    spoilt = mutation(spoilt, random, Buffer.from(other));
  }
  return spoilt;
}

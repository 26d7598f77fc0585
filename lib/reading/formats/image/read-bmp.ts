import type { Raster } from '../../model/adapter.ts';
import { ReadError } from '../../model/read-error.ts';

type Header = {
  width: number;
  height: number;
  topDown: boolean;
  bits: number;
  compression: number;
  pixelOffset: number;
  /** Red, green, blue, alpha of each palette entry. */
  palette: Uint8Array;
  masks: [number, number, number, number];
  resolution: number | null;
};

const UNCOMPRESSED = 0;
const RLE8 = 1;
const RLE4 = 2;
const BITFIELDS = 3;
const ALPHA_BITFIELDS = 6;

/** Size in pixels and resolution (dots per inch, null when not stated) of a BMP file, from its header alone. */
export function measureBmp(bytes: Uint8Array): { width: number; height: number; dotsPerInch: number | null } {
  const { width, height, resolution } = readHeader(bytes);
  return { width, height, dotsPerInch: resolution };
}

/**
 * Decodes a Windows bitmap: 1 to 32 bits a pixel, palette, bit fields, run-length coding, either row order.
 * @throws ReadError `damaged_file` when it is cut off or contradicts itself, `unsupported_media_type` for embedded JPEG or PNG.
 */
export function readBmp(bytes: Uint8Array): Raster {
  const header = readHeader(bytes);
  const { width, height, bits, compression } = header;
  const pixels = new Uint8Array(width * height * 4);
  if (compression === RLE8 || compression === RLE4) {
    paintIndices(pixels, header, unpackRuns(bytes, header));
  } else if (compression !== UNCOMPRESSED && compression !== BITFIELDS && compression !== ALPHA_BITFIELDS) {
    throw new ReadError('unsupported_media_type', 'This bitmap is coded in a way that is not supported. Save it as PNG and add it again.');
  } else {
    const stride = Math.ceil((width * bits) / 32) * 4;
    if (header.pixelOffset + stride * (height - 1) + Math.ceil((width * bits) / 8) > bytes.length) throw cutOff();
    if (bits <= 8) paintIndices(pixels, header, unpackBits(bytes, header, stride));
    else paintColours(pixels, header, bytes, stride);
  }
  return { pixels, width, height };
}

function readHeader(bytes: Uint8Array): Header {
  if (bytes.length < 26) throw cutOff();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const size = view.getUint32(14, true);
  const old = size === 12;
  if (bytes.length < 14 + size || (!old && size < 40)) throw cutOff();
  const width = old ? view.getUint16(18, true) : view.getInt32(18, true);
  const signedHeight = old ? view.getUint16(20, true) : view.getInt32(22, true);
  const bits = view.getUint16(old ? 24 : 28, true);
  if (width <= 0 || signedHeight === 0 || ![1, 4, 8, 16, 24, 32].includes(bits)) throw damaged();
  const compression = old ? UNCOMPRESSED : view.getUint32(30, true);
  const maskBytes = size === 40 && compression === BITFIELDS ? 12 : size === 40 && compression === ALPHA_BITFIELDS ? 16 : 0;
  const paletteStart = 14 + size + maskBytes;
  const pixelOffset = view.getUint32(10, true);
  const perMetre = old ? 0 : view.getInt32(38, true);
  return {
    width,
    height: Math.abs(signedHeight),
    topDown: signedHeight < 0,
    bits,
    compression,
    pixelOffset,
    palette: bits > 8 ? new Uint8Array() : readPalette(bytes.subarray(paletteStart, pixelOffset), old ? 3 : 4, 1 << bits),
    masks: readMasks(view, bits, compression, size),
    resolution: perMetre > 0 ? perMetre * 0.0254 : null,
  };
}

function readPalette(bytes: Uint8Array, entrySize: number, most: number): Uint8Array {
  const palette = new Uint8Array(most * 4).fill(255);
  for (let entry = 0; entry < Math.min(most, Math.floor(bytes.length / entrySize)); entry++) {
    for (let channel = 0; channel < 3; channel++) palette[entry * 4 + channel] = bytes[entry * entrySize + 2 - channel]!;
  }
  return palette;
}

function readMasks(view: DataView, bits: number, compression: number, size: number): Header['masks'] {
  const stated = compression === BITFIELDS || compression === ALPHA_BITFIELDS;
  if (stated && view.byteLength >= 66) {
    const alpha = (size >= 56 || compression === ALPHA_BITFIELDS) && view.byteLength >= 70 ? view.getUint32(66, true) : 0;
    return [view.getUint32(54, true), view.getUint32(58, true), view.getUint32(62, true), alpha];
  }
  return bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0];
}

/** One palette index a pixel, in the file's row order. */
function unpackBits(bytes: Uint8Array, { width, height, bits, pixelOffset }: Header, stride: number): Uint8Array {
  const indices = new Uint8Array(width * height);
  const mask = (1 << bits) - 1;
  for (let row = 0; row < height; row++) {
    for (let x = 0; x < width; x++) {
      const bit = x * bits;
      const byte = bytes[pixelOffset + row * stride + (bit >> 3)]!;
      indices[row * width + x] = (byte >> (8 - bits - (bit & 7))) & mask;
    }
  }
  return indices;
}

/** Undoes run-length coding; what the runs leave out has index 0. */
function unpackRuns(bytes: Uint8Array, { width, height, compression, pixelOffset }: Header): Uint8Array {
  const indices = new Uint8Array(width * height);
  const nibbles = compression === RLE4;
  let [at, x, row] = [pixelOffset, 0, 0];
  const put = (value: number) => {
    if (x < width && row < height) indices[row * width + x] = value;
    x++;
  };
  const indexIn = (byte: number, i: number) => (nibbles ? (i % 2 === 0 ? byte >> 4 : byte & 15) : byte);
  while (at + 1 < bytes.length && row < height) {
    const [count, value] = [bytes[at]!, bytes[at + 1]!];
    at += 2;
    if (count > 0) {
      for (let i = 0; i < count; i++) put(indexIn(value, i));
    } else if (value === 0) {
      x = 0;
      row++;
    } else if (value === 1) {
      return indices;
    } else if (value === 2) {
      x += bytes[at] ?? 0;
      row += bytes[at + 1] ?? 0;
      at += 2;
    } else {
      for (let i = 0; i < value; i++) put(indexIn(bytes[at + (nibbles ? i >> 1 : i)] ?? 0, i));
      const used = nibbles ? (value + 1) >> 1 : value;
      at += used + (used & 1);
    }
  }
  if (row < height) throw cutOff();
  return indices;
}

function paintIndices(pixels: Uint8Array, { width, height, topDown, palette }: Header, indices: Uint8Array): void {
  for (let row = 0; row < height; row++) {
    const y = topDown ? row : height - 1 - row;
    for (let x = 0; x < width; x++) {
      const entry = indices[row * width + x]! * 4;
      pixels.set(palette.subarray(entry, entry + 4), (y * width + x) * 4);
    }
  }
}

function paintColours(pixels: Uint8Array, header: Header, bytes: Uint8Array, stride: number): void {
  const { width, height, topDown, bits, pixelOffset, masks } = header;
  const channels = masks.map((mask) => ({ mask: mask >>> 0, shift: mask === 0 ? 0 : 31 - Math.clz32(mask & -mask) }));
  const step = bits / 8;
  for (let row = 0; row < height; row++) {
    const y = topDown ? row : height - 1 - row;
    for (let x = 0; x < width; x++) {
      const at = pixelOffset + row * stride + x * step;
      let value = 0;
      for (let i = step - 1; i >= 0; i--) value = value * 256 + bytes[at + i]!;
      const to = (y * width + x) * 4;
      for (const [channel, { mask, shift }] of channels.entries()) {
        pixels[to + channel] = mask === 0 ? 255 : (((value & mask) >>> shift) * 255) / (mask >>> shift);
      }
    }
  }
}

const cutOff = () => new ReadError('damaged_file', 'This bitmap is cut off. Get a complete copy of the file and add it again.');
const damaged = () =>
  new ReadError('damaged_file', 'This bitmap is damaged: its header contradicts itself. Get another copy and add it again.');

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReadError } from '../../model/read-error.ts';
import { measureBmp, readBmp } from './read-bmp.ts';

type Parts = { width: number; height: number; bits: number; compression?: number; masks?: number[]; palette?: number[]; data: number[] };

/** A file with the 40-byte header that everybody writes. */
function bmp({ width, height, bits, compression = 0, masks = [], palette = [], data }: Parts): Uint8Array {
  const offset = 54 + masks.length * 4 + palette.length;
  const bytes = new Uint8Array(offset + data.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(10, offset, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, height, true);
  view.setUint16(28, bits, true);
  view.setUint32(30, compression, true);
  view.setInt32(38, 11_811, true);
  for (const [index, mask] of masks.entries()) view.setUint32(54 + index * 4, mask, true);
  bytes.set(palette, 54 + masks.length * 4);
  bytes.set(data, offset);
  return bytes;
}

/** The pixels of each row, RGBA in hexadecimal. */
function rows(bytes: Uint8Array): string[][] {
  const { pixels, width, height } = readBmp(bytes);
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) => Buffer.from(pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)).toString('hex')),
  );
}

const [RED, BLUE, WHITE, BLACK] = ['ff0000ff', '0000ffff', 'ffffffff', '000000ff'];
const PALETTE = [0, 0, 255, 0, 255, 0, 0, 0, 255, 255, 255, 0];

describe('readBmp', () => {
  it('reads 24 bits a pixel, rows from the bottom', () => {
    const data = [255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0];
    expect(rows(bmp({ width: 2, height: 2, bits: 24, data }))).toEqual([
      [RED, BLACK],
      [BLUE, WHITE],
    ]);
  });

  it('reads rows from the top when the height is negative', () => {
    const data = [255, 0, 0, 0, 0, 0, 255, 0];
    expect(rows(bmp({ width: 1, height: -2, bits: 24, data }))).toEqual([[BLUE], [RED]]);
  });

  it('reads a palette of 1, 4 and 8 bits a pixel', () => {
    expect(rows(bmp({ width: 3, height: 1, bits: 1, palette: PALETTE, data: [0b01000000, 0, 0, 0] }))).toEqual([[RED, BLUE, RED]]);
    expect(rows(bmp({ width: 3, height: 1, bits: 4, palette: PALETTE, data: [0x01, 0x20, 0, 0] }))).toEqual([[RED, BLUE, WHITE]]);
    expect(rows(bmp({ width: 3, height: 1, bits: 8, palette: PALETTE, data: [2, 1, 0, 0] }))).toEqual([[WHITE, BLUE, RED]]);
  });

  it('reads 16 bits a pixel and bit fields', () => {
    expect(rows(bmp({ width: 2, height: 1, bits: 16, data: [0x00, 0x7c, 0x1f, 0x00] }))).toEqual([[RED, BLUE]]);
    const masks = [0xff, 0xff00, 0xff0000];
    expect(rows(bmp({ width: 1, height: 1, bits: 32, compression: 3, masks, data: [255, 0, 0, 0] }))).toEqual([[RED]]);
  });

  it('undoes both forms of run-length coding', () => {
    const runs = [2, 1, 0, 0, 0, 3, 0, 1, 2, 0, 0, 1];
    expect(rows(bmp({ width: 3, height: 2, bits: 8, compression: 1, palette: PALETTE, data: runs }))).toEqual([
      [RED, BLUE, WHITE],
      [BLUE, BLUE, RED],
    ]);
    expect(rows(bmp({ width: 4, height: 1, bits: 4, compression: 2, palette: PALETTE, data: [4, 0x12, 0, 1] }))).toEqual([
      [BLUE, WHITE, BLUE, WHITE],
    ]);
  });

  it('tells size and resolution without decoding', () => {
    expect(measureBmp(bmp({ width: 640, height: -480, bits: 24, data: [] }))).toEqual({
      width: 640,
      height: 480,
      dotsPerInch: expect.closeTo(300, 0),
    });
  });

  it('says that a file is damaged when rows are missing', () => {
    expect(() => readBmp(bmp({ width: 40, height: 40, bits: 24, data: [1, 2, 3] }))).toThrow(ReadError);
  });

  it('either reads or refuses whatever bytes it is given', () => {
    const header = bmp({ width: 5, height: 3, bits: 8, compression: 1, palette: PALETTE, data: [] });
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 26, max: 53 }), fc.nat(255), (tail, at, value) => {
        const bytes = Uint8Array.from([...header, ...tail]);
        if (at < 18 || at > 25) bytes[at] = value;
        try {
          return readBmp(bytes).pixels.length === 60;
        } catch (error) {
          return error instanceof ReadError;
        }
      }),
    );
  });
});

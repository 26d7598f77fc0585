import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** What the picture is made of: samples of 8 bits, or of 16 (little-endian), row by row. */
export type Samples = { data: Uint8Array; width: number; height: number; channels: number; bits?: 8 | 16 };

type Encoder = {
  getDecodedBuffer(about: { width: number; height: number; bitsPerSample: number; componentCount: number; isSigned: boolean }): Uint8Array;
  encode(): void;
  getEncodedBuffer(): Uint8Array;
  delete(): void;
};
type Library = { J2KEncoder: new () => Encoder };

/** Encodes a picture as a bare codestream of JPEG 2000, without loss. */
export async function encodeJpeg2000({ data, width, height, channels, bits = 8 }: Samples): Promise<Buffer> {
  const require = createRequire(import.meta.url);
  const open = require('@cornerstonejs/codec-openjpeg/wasmjs') as (options: { wasmBinary: Uint8Array }) => Promise<Library>;
  const library = await open({ wasmBinary: await readFile(require.resolve('@cornerstonejs/codec-openjpeg/wasm')) });
  const encoder = new library.J2KEncoder();
  try {
    encoder.getDecodedBuffer({ width, height, bitsPerSample: bits, componentCount: channels, isSigned: false }).set(data);
    encoder.encode();
    return Buffer.from(encoder.getEncodedBuffer());
  } finally {
    encoder.delete();
  }
}

function box(type: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + body.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** A codestream as a JP2 file (ISO 15444-1, annex I), which states how fine it is when asked to. */
export function toJp2(codestream: Buffer, { dotsPerMetre, brand = 'jp2 ' }: { dotsPerMetre?: number; brand?: string } = {}): Buffer {
  const [width, height, channels] = [codestream.readUInt32BE(8), codestream.readUInt32BE(12), codestream.readUInt16BE(40)];
  const header = Buffer.alloc(14);
  header.writeUInt32BE(height, 0);
  header.writeUInt32BE(width, 4);
  header.writeUInt16BE(channels, 8);
  header.set([codestream[42]!, 7, 0, 0], 10);
  const colour = Buffer.from([1, 0, 0, 0, 0, 0, channels < 3 ? 17 : 16]);
  const resolution = Buffer.alloc(10);
  resolution.writeUInt16BE(dotsPerMetre ?? 0, 0);
  resolution.writeUInt16BE(dotsPerMetre ?? 0, 4);
  resolution.writeUInt16BE(1, 2);
  resolution.writeUInt16BE(1, 6);
  return Buffer.concat([
    box('jP  ', Buffer.from([0x0d, 0x0a, 0x87, 0x0a])),
    box('ftyp', Buffer.from(`${brand}\0\0\0\0jp2 `, 'latin1')),
    box('jp2h', box('ihdr', header), box('colr', colour), ...(dotsPerMetre ? [box('res ', box('resc', resolution))] : [])),
    box('jp2c', codestream),
  ]);
}

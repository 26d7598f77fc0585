import { ReadError } from '../../model/read-error.ts';

/** What a JPEG 2000 file says of itself. `dotsPerInch`: null when it is silent. */
export type Jpeg2000Size = { width: number; height: number; dotsPerInch: number | null };

/** Start of a codestream (SOC), and the marker of its size (SIZ), which follows at once (ISO 15444-1, A.5.1). */
const CODESTREAM = 0xff4fff51;
const SIZE_BYTES = 42;
const MOST_BOXES = 1000;
const INCHES_PER_METRE = 0.0254;
const MOST_CHANNELS = 64;

type Box = { type: string; body: Buffer };

/**
 * Size in pixels and resolution of a JPEG 2000 picture (JP2, JPX or a bare codestream), from its headers alone.
 * @throws ReadError `damaged_file`
 */
export function measureJpeg2000(bytes: Buffer): Jpeg2000Size {
  if (isCodestream(bytes)) return { ...sizeOf(bytes), dotsPerInch: null };
  const boxes = [...listBoxes(bytes)];
  const codestream = boxes.find(({ type }) => type === 'jp2c')?.body;
  if (!codestream || !isCodestream(codestream)) throw damagedJpeg2000();
  const header = boxes.find(({ type }) => type === 'jp2h')?.body;
  return { ...sizeOf(codestream), dotsPerInch: header ? resolutionOf(header) : null };
}

export const damagedJpeg2000 = (cause?: unknown) =>
  new ReadError('damaged_file', 'This JPEG 2000 picture is damaged or incomplete. Get another copy and add it again.', { cause });

function isCodestream(bytes: Buffer): boolean {
  return bytes.length >= SIZE_BYTES && bytes.readUInt32BE(0) === CODESTREAM;
}

function sizeOf(codestream: Buffer): { width: number; height: number } {
  const width = codestream.readUInt32BE(8) - codestream.readUInt32BE(16);
  const height = codestream.readUInt32BE(12) - codestream.readUInt32BE(20);
  const channels = codestream.readUInt16BE(40);
  if (width < 1 || height < 1 || channels < 1 || channels > MOST_CHANNELS) throw damagedJpeg2000();
  return { width, height };
}

/** The boxes of a stretch of a file (ISO 15444-1, I.4): a length, a type, and for long ones a second length. */
function* listBoxes(bytes: Buffer): Generator<Box> {
  let at = 0;
  for (let count = 0; at + 8 <= bytes.length && count < MOST_BOXES; count++) {
    const stated = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const isLong = stated === 1 && at + 16 <= bytes.length;
    const head = isLong ? 16 : 8;
    const length = isLong ? Number(bytes.readBigUInt64BE(at + 8)) : stated === 0 ? bytes.length - at : stated;
    if (length < head) return;
    yield { type, body: bytes.subarray(at + head, Math.min(bytes.length, at + length)) };
    at += length;
  }
}

/** Of capture, else for display: a fraction and a power of ten, in dots a metre. */
function resolutionOf(header: Buffer): number | null {
  const resolution = [...listBoxes(header)].find(({ type }) => type === 'res ')?.body;
  const inner = resolution ? [...listBoxes(resolution)] : [];
  const { body } = inner.find(({ type }) => type === 'resc') ?? inner.find(({ type }) => type === 'resd') ?? {};
  if (!body || body.length < 10) return null;
  const perMetre = (body.readUInt16BE(4) / body.readUInt16BE(6)) * 10 ** body.readInt8(9);
  return Number.isFinite(perMetre) && perMetre > 0 ? perMetre * INCHES_PER_METRE : null;
}

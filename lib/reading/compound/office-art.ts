import { inflateSync } from 'node:zlib';
import { type Compound, findStream } from './compound-file.ts';
import { type PptRecord, pptRecords } from './office-records.ts';

/** A picture of an old Office file. */
export type ArtPicture = { extension: 'png' | 'jpg' | 'tif' | 'pdf'; bytes: Uint8Array };

/** Types of picture records ([MS-ODRAW] 2.2.23 to 2.2.31); the first three are vector pictures, packed. */
const VECTOR = new Set([0xf01a, 0xf01b, 0xf01c]);
const RASTER: Record<number, ArtPicture['extension']> = { 61469: 'jpg', 61470: 'png', 61481: 'tif', 61482: 'jpg' };
/** `OfficeArtFBSE`: a header of so many bytes, a name, then the picture's record. */
const STORE_ENTRY = 0xf007;
const STORE_ENTRY_HEADER = 36;
const IDENTIFIER = 16;
const VECTOR_HEADER = 34;
const DEEPEST = 12;
const HEAD = 8;
const MOST_PICTURES = 500;

/** Records of an odd instance have two identifiers before the picture, all others one. */
function identifiers(instance: number): number {
  return (instance & 1) === 1 ? 2 * IDENTIFIER : IDENTIFIER;
}

function rasterOf({ type, instance, body }: PptRecord): ArtPicture | null {
  const extension = RASTER[type];
  const start = identifiers(instance) + 1;
  return extension && body.length > start + 16 ? { extension, bytes: body.subarray(start) } : null;
}

/** Programs of the Mac put the PDF from which a vector picture was made into it. */
function pdfOf({ instance, body }: PptRecord, most: number): ArtPicture | null {
  const header = identifiers(instance) + VECTOR_HEADER;
  try {
    const picture =
      body[header - 2] === 0 ? Buffer.from(inflateSync(body.subarray(header), { maxOutputLength: most })) : body.subarray(header);
    const start = picture.indexOf('%PDF-', 0, 'latin1');
    const end = picture.lastIndexOf('%%EOF', picture.length, 'latin1');
    return start >= 0 && end > start ? { extension: 'pdf', bytes: picture.subarray(start, end + 6) } : null;
  } catch {
    return null;
  }
}

/**
 * The pictures among the drawing records of `bytes`, in order: raster pictures, and the PDF inside vector pictures.
 * @param most bytes that one packed picture may unpack to
 */
export function artPictures(bytes: Buffer, most: number, depth = 0): ArtPicture[] {
  const found: ArtPicture[] = [];
  for (const record of pptRecords(bytes)) {
    const { type, version, body } = record;
    if (VECTOR.has(type)) found.push(...[pdfOf(record, most)].filter((each) => each !== null));
    else if (RASTER[type]) found.push(...[rasterOf(record)].filter((each) => each !== null));
    else if (depth < DEEPEST && type === STORE_ENTRY && body.length > STORE_ENTRY_HEADER) {
      found.push(...artPictures(body.subarray(STORE_ENTRY_HEADER + (body[33] ?? 0)), most, depth + 1));
    } else if (depth < DEEPEST && version === 0x0f) found.push(...artPictures(body, most, depth + 1));
  }
  return found;
}

/** The pictures of an old workbook. */
export function workbookPictures(container: Compound, most: number): ArtPicture[] {
  const stream = findStream(container, 'Workbook');
  return stream ? artPictures(workbookArt(stream), most) : [];
}

/** The drawing records of a workbook's stream: those of `MsoDrawingGroup` with what is continued ([MS-XLS] 2.4.171). */
function workbookArt(stream: Buffer): Buffer {
  const parts: Buffer[] = [];
  let inGroup = false;
  for (let at = 0; at + 4 <= stream.length; ) {
    const type = stream.readUInt16LE(at);
    const length = stream.readUInt16LE(at + 2);
    if (type === 0xeb || (type === 0x3c && inGroup)) parts.push(stream.subarray(at + 4, at + 4 + length));
    if (type !== 0x3c) inGroup = type === 0xeb;
    at += 4 + length;
  }
  return Buffer.concat(parts);
}

/** The raster pictures in `bytes` wherever they stand, also between data of another make. */
export function scanPictures(bytes: Buffer, most: number): ArtPicture[] {
  const found: ArtPicture[] = [];
  // a picture's record is its head, an identifier or two, a byte, the picture
  for (const [type, magic] of [
    [0xf01d, Buffer.from([0xff, 0xd8, 0xff])],
    [0xf01e, Buffer.from([0x89, 0x50, 0x4e, 0x47])],
  ] as const) {
    for (let at = bytes.indexOf(magic); at >= 0 && found.length < MOST_PICTURES; at = bytes.indexOf(magic, at + 1)) {
      for (const before of [HEAD + IDENTIFIER + 1, HEAD + 2 * IDENTIFIER + 1]) {
        if (at < before || bytes.readUInt16LE(at - before + 2) !== type) continue;
        found.push(...artPictures(bytes.subarray(at - before, at - before + HEAD + bytes.readUInt32LE(at - before + 4)), most));
        break;
      }
    }
  }
  return found;
}

/** The bytes of those that are raster pictures. */
export function rasterPictures(pictures: readonly ArtPicture[]): Uint8Array[] {
  return pictures.flatMap(({ extension, bytes }) => (extension === 'pdf' ? [] : [bytes]));
}

import { rtfTokens } from './rtf-tokens.ts';

const GROUP = Buffer.from('\\pict', 'latin1');
const RASTER = new Set(['pngblip', 'jpegblip']);
/** Groups of pictures, most of them in forms that cannot be shown. */
const MOST_GROUPS = 5_000;
const LETTER = /[a-z]/i;

/**
 * The PNG and JPEG pictures of rich text (Rich Text Format Specification 1.9.1, `\pict`), in their order, written in hexadecimal
 * digits or as they are (`\bin`).
 * @param mostBytes of all pictures together; the others are left out
 */
export function rtfPictures(source: Buffer, mostBytes: number): Uint8Array[] {
  const pictures: Uint8Array[] = [];
  let left = mostBytes;
  let at = source.indexOf(GROUP);
  for (let group = 0; at >= 0 && group < MOST_GROUPS && left > 0; group++, at = source.indexOf(GROUP, at)) {
    at += GROUP.length;
    if (LETTER.test(String.fromCharCode(source[at] ?? 0))) continue;
    const picture = pictureOf(source.subarray(at));
    if (!picture || picture.length > left) continue;
    left -= picture.length;
    pictures.push(picture);
  }
  return pictures;
}

/** What stands in the group that `rest` is within; null when it is no raster picture. */
function pictureOf(rest: Uint8Array): Uint8Array | null {
  const parts: Buffer[] = [];
  let depth = 0;
  let isRaster = false;
  for (const token of rtfTokens(rest)) {
    if (token.type === 'open') depth++;
    else if (token.type === 'close' && depth-- === 0) break;
    else if (depth > 0) continue;
    else if (token.type === 'word') {
      isRaster ||= RASTER.has(token.word);
      // the form of a picture is told before its bytes
      if (token.word === 'wmetafile' || token.word === 'emfblip') return null;
    } else if (token.type === 'binary' && isRaster) parts.push(Buffer.from(token.bytes));
    else if (token.type === 'text' && isRaster) parts.push(Buffer.from(token.bytes));
  }
  if (!isRaster || parts.length === 0) return null;
  const all = Buffer.concat(parts);
  const isHex = /^[\s0-9a-f]*$/i.test(all.toString('latin1', 0, 64));
  return isHex ? Buffer.from(all.toString('latin1').replace(/\s+/g, ''), 'hex') : all;
}

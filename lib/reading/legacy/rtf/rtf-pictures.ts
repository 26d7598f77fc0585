import { rtfTokens } from './rtf-tokens.ts';

const GROUP = Buffer.from('\\pict', 'latin1');
const RASTER = new Set(['pngblip', 'jpegblip']);
const VECTOR = new Set(['wmetafile', 'emfblip']);
/** Groups of pictures, most of them in forms that cannot be shown. */
const MOST_GROUPS = 5_000;

/** The group that is read: how deep it lies, the form of its picture, and how many of its bytes were taken. */
type Group = { depth: number; form: 'unknown' | 'raster' | 'vector'; length: number };

/**
 * The PNG and JPEG pictures of rich text (Rich Text Format Specification 1.9.1, `\pict`), in their order, written in hexadecimal
 * digits or as they are (`\bin`). The text is gone through once; a group that is never closed goes on to its end.
 * @param mostBytes of all pictures together; the others are left out
 */
export function rtfPictures(source: Buffer, mostBytes: number): Uint8Array[] {
  const pictures: Uint8Array[] = [];
  const first = source.indexOf(GROUP);
  if (first < 0) return pictures;
  const rest = source.subarray(first);
  const taken = Buffer.allocUnsafe(rest.length);
  let left = mostBytes;
  let groups = 0;
  let depth = 0;
  let group: Group | null = null;
  const finish = ({ form, length }: Group) => {
    const picture = form === 'raster' && length > 0 ? toPicture(taken.subarray(0, length)) : null;
    if (!picture || picture.length > left) return;
    left -= picture.length;
    pictures.push(picture);
  };
  for (const token of rtfTokens(rest)) {
    if (token.type === 'open') depth++;
    else if (token.type === 'close') {
      depth--;
      if (!group || depth >= group.depth) continue;
      finish(group);
      group = null;
      if (left <= 0) break;
    } else if (!group) {
      if (token.type !== 'word' || token.word !== 'pict') continue;
      if (++groups > MOST_GROUPS) break;
      group = { depth, form: 'unknown', length: 0 };
    } else if (depth > group.depth) continue;
    // the form of a picture is told before its bytes
    else if (token.type === 'word' && group.form === 'unknown')
      group.form = RASTER.has(token.word) ? 'raster' : VECTOR.has(token.word) ? 'vector' : 'unknown';
    else if ((token.type === 'binary' || token.type === 'text') && group.form === 'raster') {
      taken.set(token.bytes, group.length);
      group.length += token.bytes.length;
    }
  }
  if (group) finish(group);
  return pictures;
}

function toPicture(bytes: Buffer): Uint8Array {
  const isHex = /^[\s0-9a-f]*$/i.test(bytes.toString('latin1', 0, 64));
  return isHex ? Buffer.from(bytes.toString('latin1').replace(/\s+/g, ''), 'hex') : Buffer.from(bytes);
}

import { decodeCodePage850, guessSingleByte } from './guess-single-byte.ts';

export type DecodedText = { text: string; encoding: string };

/** Bytes looked at when guessing an encoding. */
const SAMPLE = 256 * 1024;

const EAST_ASIAN = /[\u3000-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/g;
const ALONE =
  /(?<![\u3000-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef])[\u3000-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef](?![\u3000-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef])/g;

/** Windows-1252 from 0x80 to 0x9f; bytes without a character there stay control characters, as in browsers. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Puts the characters of Windows-1252 in place of the control characters (80 to 9F) that reading it as ISO 8859-1 leaves. */
export function mendWindows1252(text: string): string {
  return text.replace(/[\u0080-\u009f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80] ?? sign);
}

/**
 * Decodes with a named encoding as browsers know it; null when the name is unknown. Windows-1252 is decoded here because
 * some releases of Node read it as ISO 8859-1 and lose the euro sign and typographic quotes.
 */
export function decodeAs(bytes: Uint8Array, encoding: string): string | null {
  if (encoding === 'ibm850') return decodeCodePage850(bytes);
  if (encoding.startsWith('utf-32')) return decodeUtf32(bytes, encoding === 'utf-32le');
  try {
    const decoder = new TextDecoder(encoding, { ignoreBOM: false });
    if (decoder.encoding !== 'windows-1252') return decoder.decode(bytes);
    return mendWindows1252(latin1(bytes));
  } catch {
    return null;
  }
}

function isValid(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function byteOrderMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes[2] === 0 && bytes[3] === 0 && bytes.length >= 8 ? 'utf-32le' : 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0xfe && bytes[3] === 0xff) return 'utf-32be';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
}

function decodeUtf32(bytes: Uint8Array, isLittle: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let text = '';
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, isLittle);
    if (code !== 0xfeff) text += code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
  }
  return text;
}

/** UTF-16 without a mark: in Western text nearly every other byte is zero. */
function looksLikeUtf16(bytes: Uint8Array): string | null {
  const length = Math.min(bytes.length, 4096) & ~1;
  if (length < 4) return null;
  let even = 0;
  let odd = 0;
  for (let at = 0; at < length; at += 2) {
    if (bytes[at] === 0) even += 1;
    if (bytes[at + 1] === 0) odd += 1;
  }
  const half = length / 2;
  if (odd > half * 0.4 && even < half * 0.1) return 'utf-16le';
  if (even > half * 0.4 && odd < half * 0.1) return 'utf-16be';
  return null;
}

/** True when nearly all bytes above 127 form valid UTF-8, so that a few wrong ones are damage and not another encoding. */
function mostlyUtf8(bytes: Uint8Array): boolean {
  let good = 0;
  let bad = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const follow = byte >= 0xf0 && byte < 0xf5 ? 3 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xc2 && byte < 0xe0 ? 1 : 0;
    let valid = follow > 0;
    for (let next = 1; valid && next <= follow; next += 1) valid = ((bytes[at + next] ?? 0) & 0xc0) === 0x80;
    if (valid) {
      good += 1;
      at += follow;
    } else bad += 1;
  }
  return good > 0 && good >= bad * 20;
}

function share(bytes: Uint8Array, from: number, to: number): number {
  let inside = 0;
  let leads = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    leads += 1;
    if (byte >= from && byte <= to) inside += 1;
    at += 1;
  }
  return leads === 0 ? 0 : inside / leads;
}

/** True when East Asian characters mostly stand beside each other; read out of Western text they stand alone in words. */
function standTogether(text: string): boolean {
  const all = count(text, EAST_ASIAN);
  return count(text, ALONE) <= 0.3 * all;
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/** ISO-2022-JP is seven-bit text with escape sequences to the Japanese sets. */
function shiftsToJapanese(text: string): boolean {
  return text.includes('\u001b$@') || text.includes('\u001b$B');
}

/** The East Asian encoding the bytes are valid in and whose common characters they use, if any. */
function eastAsian(bytes: Uint8Array): string | null {
  if (shiftsToJapanese(latin1(bytes.subarray(0, SAMPLE)))) return 'iso-2022-jp';
  for (const encoding of ['shift_jis', 'euc-jp', 'euc-kr', 'gb18030', 'big5']) {
    const text = isValid(bytes, encoding);
    if (text === null) continue;
    const foreign = count(text, /[^\p{ASCII}]/gu);
    const common =
      encoding === 'shift_jis' || encoding === 'euc-jp'
        ? count(text, /[\u3040-\u30ff]/g) >= foreign * 0.2 && count(text, /[\u3000-\u30ff\u4e00-\u9fff\uff00-\uff60]/g) >= foreign * 0.9
        : encoding === 'euc-kr'
          ? count(text, /[\uac00-\ud7af]/g) >= foreign * 0.6
          : share(bytes, encoding === 'big5' ? 0xa4 : 0xb0, encoding === 'big5' ? 0xc6 : 0xd7) >= 0.7;
    if (foreign >= 4 && common && standTogether(text)) return encoding;
  }
  return null;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/**
 * Turns bytes of unknown encoding into text: byte order mark, UTF-8 when valid (or nearly), UTF-16 by its zero bytes, the
 * encoding the file itself `declared`, else the East Asian or single-byte encoding under which the text looks least odd.
 */
export function decodeText(bytes: Uint8Array, declared?: string): DecodedText {
  const marked = byteOrderMark(bytes) ?? looksLikeUtf16(bytes);
  if (marked) return { text: decodeAs(bytes, marked) ?? '', encoding: marked };
  const utf8 = isValid(bytes, 'utf-8');
  if (utf8 !== null && !shiftsToJapanese(utf8)) return { text: utf8, encoding: 'utf-8' };
  const sample = bytes.subarray(0, SAMPLE);
  if (declared && !/^utf-?(8|16)/i.test(declared)) {
    const text = decodeAs(bytes, declared);
    if (text !== null) return { text, encoding: declared.toLowerCase() };
  }
  const encoding = mostlyUtf8(sample) ? 'utf-8' : (eastAsian(bytes) ?? guessSingleByte(sample, decodeAs));
  return { text: decodeAs(bytes, encoding) ?? '', encoding };
}

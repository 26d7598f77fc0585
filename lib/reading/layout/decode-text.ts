export type DecodedText = { text: string; encoding: string };

/** Bytes looked at when guessing an encoding. */
const SAMPLE = 256 * 1024;

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
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return null;
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
    if (foreign >= 4 && common) return encoding;
  }
  return null;
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** How unlike running text a reading is: signs in the middle of words, capitals after small letters, control characters. */
function oddness(text: string): number {
  return (
    count(text, /(?<=\p{L})[^\p{L}\p{M}\p{ASCII}\u2018-\u201f\u2010-\u2015\u00a0\u00b7\u2026€](?=\p{L})/gu) * 2 +
    count(text, /(?<=\p{Ll})\p{Lu}(?![\p{ASCII}])/gu) +
    count(text, /[\x80-\x9f\ufffd]/g) * 3 +
    count(text, /(?<=[A-Za-z])[\u0370-\u052f]|[\u0370-\u052f](?=[A-Za-z])/g) * 2
  );
}

function singleByte(bytes: Uint8Array): string {
  const letters = count(latin1(bytes), /[A-Za-z]/g);
  const high = bytes.reduce((sum, byte) => sum + (byte >= 0x80 ? 1 : 0), 0);
  const names =
    high > letters * 0.6
      ? ['windows-1251', 'koi8-r', 'ibm866', 'windows-1253', 'windows-1252']
      : ['windows-1252', 'windows-1250', 'macintosh'];
  let best = 'windows-1252';
  let least = Number.POSITIVE_INFINITY;
  for (const name of names) {
    const odd = oddness(decodeAs(bytes, name) ?? '\ufffd');
    if (odd < least * (name === names[0] ? 1 : 0.5)) {
      least = odd;
      best = name;
    }
  }
  return best;
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
  const encoding = mostlyUtf8(sample) ? 'utf-8' : (eastAsian(bytes) ?? singleByte(sample));
  return { text: decodeAs(bytes, encoding) ?? '', encoding };
}

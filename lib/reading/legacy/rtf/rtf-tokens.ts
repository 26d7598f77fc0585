/** A piece of rich text: group ends, control words with their number, plain bytes, and those of a picture or an object. */
export type RtfToken =
  | { type: 'open' | 'close' }
  | { type: 'word'; word: string; value: number | null }
  | { type: 'byte'; byte: number }
  | { type: 'text'; bytes: Uint8Array }
  | { type: 'binary'; bytes: Uint8Array };

const OPEN = 0x7b;
const CLOSE = 0x7d;
const BACKSLASH = 0x5c;

const isLetter = (byte: number) => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;

/** Splits RTF (Rich Text Format Specification 1.9.1) into tokens; line ends are left out. */
export function* rtfTokens(source: Uint8Array): Generator<RtfToken> {
  let at = 0;
  while (at < source.length) {
    const byte = source[at] ?? 0;
    if (byte === OPEN || byte === CLOSE) {
      yield { type: byte === OPEN ? 'open' : 'close' };
      at += 1;
    } else if (byte === BACKSLASH) {
      const next = source[at + 1] ?? 0;
      if (isLetter(next)) {
        let end = at + 1;
        while (end - at < 40 && isLetter(source[end] ?? 0)) end += 1;
        const word = String.fromCharCode(...source.subarray(at + 1, end));
        const digits = end;
        if (source[end] === 0x2d && isDigit(source[end + 1] ?? 0)) end += 1;
        while (end - digits < 12 && isDigit(source[end] ?? 0)) end += 1;
        const value = end > digits ? Number(String.fromCharCode(...source.subarray(digits, end))) : null;
        if (source[end] === 0x20) end += 1;
        const isBinary = word === 'bin' && value !== null && value > 0;
        at = isBinary ? end + value : end;
        yield isBinary ? { type: 'binary', bytes: source.subarray(end, at) } : { type: 'word', word, value };
      } else if (next === 0x27) {
        const byteValue = Number.parseInt(String.fromCharCode(source[at + 2] ?? 0, source[at + 3] ?? 0), 16);
        if (!Number.isNaN(byteValue)) yield { type: 'byte', byte: byteValue };
        at += 4;
      } else {
        if (next === 0x0d || next === 0x0a) yield { type: 'word', word: 'par', value: null };
        else yield { type: 'word', word: String.fromCharCode(next), value: null };
        at += 2;
      }
    } else if (byte === 0x0d || byte === 0x0a || byte === 0) at += 1;
    else {
      let end = at + 1;
      while (end < source.length) {
        const each = source[end] ?? 0;
        if (each === OPEN || each === CLOSE || each === BACKSLASH || each === 0x0d || each === 0x0a || each === 0) break;
        end += 1;
      }
      yield { type: 'text', bytes: source.subarray(at, end) };
      at = end;
    }
  }
}

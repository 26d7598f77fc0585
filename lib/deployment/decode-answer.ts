const MARKS: readonly (readonly [charset: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];
const UNREADABLE = '\ufffd';

/**
 * The text of an answer: by its byte-order mark, else by the charset that its Content-Type names, else as UTF-8, which JSON is
 * (RFC 8259, section 8.1). Where no charset is named and nothing beyond ASCII is UTF-8, it is read as Windows-1252.
 */
export function decodeAnswer(bytes: Uint8Array, contentType: string): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0];
  const named = /charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1];
  const charset = marked ?? named;
  if (charset) return decode(bytes, charset) ?? decode(bytes, 'utf-8')!;
  const text = decode(bytes, 'utf-8')!;
  return text.includes(UNREADABLE) && !/[^\p{ASCII}\ufffd]/u.test(text) ? decode(bytes, 'windows-1252')! : text;
}

/** Null when nobody knows the charset. */
function decode(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return null;
  }
}

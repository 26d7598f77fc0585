import { decodeText } from '../../encoding/decode-text.ts';

/** Longest header section that is mended; longer ones stay as they are. */
const MOST_BYTES = 1024 * 1024;
const LONGEST_FIELD = 64 * 1024;

/** UTF-7 (RFC 2152): `+` begins base64 of UTF-16, `-` or any other character ends it, `+-` is a plus sign. */
function decodeUtf7(text: string): string {
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, base64: string) => {
    if (base64 === '') return '+';
    const bytes = Buffer.from(base64, 'base64');
    let decoded = '';
    for (let at = 0; at + 1 < bytes.length; at += 2) decoded += String.fromCharCode(bytes.readUInt16BE(at));
    return decoded;
  });
}

function decodeQuoted(text: string): string {
  return text.replaceAll('_', ' ').replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Encoded words that the parser does not understand, rewritten as ones it does. `header` is latin1, a character per byte. */
function mendWords(header: string): string {
  return header
    .replace(/=\?(?:unicode-1-1-)?utf-7\?([qb])\?([^?\s]*)\?=/gi, (_, form: string, text: string) => {
      const source = /b/i.test(form) ? Buffer.from(text, 'base64').toString('latin1') : decodeQuoted(text);
      return `=?utf-8?B?${Buffer.from(decodeUtf7(source)).toString('base64')}?=`;
    })
    .replace(/=\?[\w-]+\?q\?[^?]*\?=/gi, (word) =>
      word.replace(/[\x80-\xff]/g, (sign) => `=${sign.charCodeAt(0).toString(16).toUpperCase()}`),
    );
}

/** Leaves out header fields that are longer than any that says something, of a mail whose headers are too long to be parsed. */
export function dropLongFields(mail: Buffer): Buffer {
  const crlf = mail.indexOf('\r\n\r\n');
  const lf = mail.indexOf('\n\n');
  const end = crlf < 0 ? lf : lf < 0 ? crlf : Math.min(crlf, lf);
  if (end < MOST_BYTES) return mail;
  const fields = mail
    .subarray(0, end)
    .toString('latin1')
    .split(/\r?\n(?![ \t])/);
  const kept = fields.filter(({ length }) => length <= LONGEST_FIELD);
  return Buffer.concat([Buffer.from(kept.join('\r\n'), 'latin1'), mail.subarray(end)]);
}

/**
 * Makes the header section of a mail readable where senders broke the rules: bytes above 127 that are not UTF-8 (decoded by
 * guess), such bytes inside encoded words, and words in UTF-7. The body is untouched.
 */
export function mendHeaders(mail: Buffer): Buffer {
  const end = /\r?\n\r?\n/.exec(mail.subarray(0, MOST_BYTES).toString('latin1'))?.index ?? Math.min(mail.length, MOST_BYTES);
  const raw = mail.subarray(0, end);
  const latin = raw.toString('latin1');
  const mended = mendWords(latin);
  const bytes = mended === latin ? raw : Buffer.from(mended, 'latin1');
  const { text, encoding } = decodeText(bytes);
  if (mended === latin && encoding === 'utf-8') return mail;
  return Buffer.concat([encoding === 'utf-8' ? bytes : Buffer.from(text), mail.subarray(end)]);
}

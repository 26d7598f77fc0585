import { decodeText } from '../../encoding/decode-text.ts';
import { fieldOf, listParts, type Part } from './list-parts.ts';

/** Bytes: larger mails are mostly attachments, and stay as they are. */
const LARGEST_MAIL = 32 * 1024 * 1024;
/** Parts in encodings that are guessed: a mail has a few. */
const MOST_GUESSED = 500;
const LARGEST_SAMPLE = 256 * 1024;
const HIGH = /[\x80-\xff]/;
const TYPE = /^content-type[ \t]*:\s*text\/(?:plain|html)\b/i;
const CHARSET = /;\s*charset\s*=\s*["']?([^"';\s]*)["']?/i;
const SAYS_NOTHING = /^(?:us-ascii|ascii|ansi_x3\.4-1968|unknown|x-unknown|8bit|7bit|)$/i;
const META = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i;
/** What the parser of mails decodes. */
const DECODED = /^(?:utf-8|windows-125\d|iso-8859-\d+|koi8-[ru]|shift_jis|euc-(?:jp|kr)|gb18030|gbk|big5|macintosh)$/;

/**
 * Writes the encoding of their text into those text parts of a mail that do not say it, or say ASCII: each is guessed from the
 * bytes above 127 of that part. Only header fields change; bodies, attachments and mails within the mail keep their bytes.
 */
export function mendCharsets(mail: Buffer): Buffer {
  if (mail.length > LARGEST_MAIL) return mail;
  const latin = mail.toString('latin1');
  let mended = '';
  let copied = 0;
  let guessed = 0;
  for (const part of listParts(latin)) {
    if (part.kind !== 'plain' && part.kind !== 'html') continue;
    const field = fieldOf(part, 'content-type');
    if (field && !SAYS_NOTHING.test(CHARSET.exec(field.text)?.[1] ?? '')) continue;
    const encoding = guess(latin, part);
    if (encoding === null) continue;
    const [from, to] = field ? [field.start, field.end] : [part.start, part.start];
    const text = field
      ? field.text.replace(CHARSET, '').replace(TYPE, (type) => `${type}; charset=${encoding}`)
      : `Content-Type: text/plain; charset=${encoding}\r\n`;
    mended += latin.slice(copied, from) + text;
    copied = to;
    if (++guessed === MOST_GUESSED) break;
  }
  return copied === 0 && mended === '' ? mail : Buffer.from(mended + latin.slice(copied), 'latin1');
}

/** The encoding of a part's body; null when all of it is ASCII, or in an encoding that the parser does not know. */
function guess(mail: string, part: Part): string | null {
  const body = decodeBody(mail.slice(part.bodyStart, part.bodyEnd), fieldOf(part, 'content-transfer-encoding')?.text ?? '');
  const sample = foreignLines(body);
  if (sample === '') return null;
  const declared = part.kind === 'html' ? META.exec(body)?.[1] : undefined;
  const { encoding } = decodeText(Buffer.from(sample, 'latin1'), declared);
  return DECODED.test(encoding) ? encoding : null;
}

/** A character for each byte, as `body` is. */
function decodeBody(body: string, transfer: string): string {
  if (/base64/i.test(transfer)) return Buffer.from(body, 'base64').toString('latin1');
  if (!/quoted-printable/i.test(transfer)) return body;
  return body.replace(/=\r?\n/g, '').replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The lines with bytes above 127, a character for each byte. */
function foreignLines(body: string): string {
  if (!HIGH.test(body)) return '';
  let found = '';
  for (const line of body.split(/\r?\n|\r/)) {
    if (HIGH.test(line)) found += `${line}\n`;
    if (found.length > LARGEST_SAMPLE) break;
  }
  return found;
}

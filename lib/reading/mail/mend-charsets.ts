import { decodeText } from '../layout/decode-text.ts';

/** Bytes: larger mails are mostly attachments, and stay as they are. */
const LARGEST_MAIL = 32 * 1024 * 1024;
const LARGEST_SAMPLE = 256 * 1024;
const HIGH = /[\x80-\xff]/;
/** A header field that says a part is text, with its folded lines. */
const TEXT_FIELD = /^content-type:[ \t]*text\/(?:plain|html)\b(?:[^\r\n]|\r?\n[ \t])*/gim;
const CHARSET = /;\s*charset\s*=\s*["']?([^"';\s]*)["']?/i;
const SAYS_NOTHING = /^(?:us-ascii|ascii|ansi_x3\.4-1968|unknown|x-unknown|8bit|7bit|)$/i;
const META = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i;
/** What the parser of mails decodes. */
const DECODED = /^(?:utf-8|windows-125\d|iso-8859-\d+|koi8-[ru]|shift_jis|euc-(?:jp|kr)|gb18030|gbk|big5|macintosh)$/;

/**
 * Writes the encoding of their text into those text parts of a mail that do not say it, or say ASCII: it is guessed from all
 * bytes above 127 in the mail, also those written as `=FC`. A mail that says everything stays as it is.
 */
export function mendCharsets(mail: Buffer): Buffer {
  if (mail.length > LARGEST_MAIL) return mail;
  const latin = mail.toString('latin1');
  const end = /\r?\n\r?\n/.exec(latin)?.index ?? -1;
  if (end < 0) return mail;
  const sample = foreignLines(latin, end);
  if (sample === '') return mail;
  const { encoding } = decodeText(Buffer.from(sample, 'latin1'), META.exec(latin)?.[1]);
  if (!DECODED.test(encoding)) return mail;
  const mended = latin.replace(TEXT_FIELD, (field) =>
    SAYS_NOTHING.test(CHARSET.exec(field)?.[1] ?? '') ? `${field.replace(CHARSET, '')}; charset=${encoding}` : field,
  );
  const hasType = /^content-type:/im.test(latin.slice(0, end));
  if (!hasType) return Buffer.from(`Content-Type: text/plain; charset=${encoding}\r\n${mended}`, 'latin1');
  return mended === latin ? mail : Buffer.from(mended, 'latin1');
}

/** The lines of a body with bytes above 127, a character for each byte. */
function foreignLines(mail: string, start: number): string {
  const isQuoted = /^content-transfer-encoding:\s*quoted-printable/im.test(mail);
  let found = '';
  for (const line of mail.slice(start).split(/\r?\n|\r/)) {
    const decoded = isQuoted ? line.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : line;
    if (HIGH.test(decoded)) found += `${decoded}\n`;
    if (found.length > LARGEST_SAMPLE) break;
  }
  return found;
}

import { readFile } from 'node:fs/promises';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { mendWindows1252 } from '../../encoding/decode-text.ts';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../../model/adapter.ts';
import { ReadError } from '../../model/read-error.ts';
import { parseMailDate } from './mail-date.ts';
import { findMailPicture, type MailAttachment, type MailMessage, mailEvents, type Person } from './mail-message.ts';
import { mendCharsets } from './mend-charsets.ts';
import { dropLongFields, mendHeaders } from './mend-headers.ts';
import { mendTypes } from './mend-types.ts';
import { isShownInBody, listShownIds } from './shown-in-body.ts';

const PICTURE_PART = /^content-type[ \t]*:\s*["']?image\//im;
/** Bytes. */
const LONGEST_HEAD = 64 * 1024;
const LONGEST_NAME = 120;

function people(addresses: readonly (Address | undefined)[] | undefined): Person[] {
  return (addresses ?? []).flatMap((each): Person[] => {
    if (!each) return [];
    if (each.group) return people(each.group);
    return [{ name: mendWindows1252(each.name ?? ''), address: each.address ?? '' }];
  });
}

function toBytes(content: Attachment['content']): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content);
  return content instanceof Uint8Array ? content : new Uint8Array(content);
}

async function toAttachment(attachment: Attachment, shown: ReadonlySet<string>): Promise<MailAttachment> {
  const { filename, mimeType, disposition, related, contentId, content } = attachment;
  const bytes = toBytes(content);
  const isMail = mimeType === 'message/rfc822';
  return {
    name: filename ? mendWindows1252(filename) : null,
    title: isMail ? await mailName(bytes) : null,
    mediaType: mimeType || 'application/octet-stream',
    inline: !isMail && isShownInBody({ disposition, related, contentId }, shown),
    contentId: contentId?.replace(/^<|>$/g, ''),
    bytes,
  };
}

/** The subject of a mail as the name of a file; null when it has none. */
async function mailName(bytes: Uint8Array): Promise<string | null> {
  const head = mendHeaders(Buffer.from(bytes.subarray(0, LONGEST_HEAD)));
  const end = /\r?\n\r?\n/.exec(head.toString('latin1'))?.index ?? head.length;
  const subject = await PostalMime.parse(head.subarray(0, end)).then(
    (email) => email.subject,
    () => undefined,
  );
  const name = mendWindows1252(subject ?? '')
    .replace(/[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, LONGEST_NAME);
  return name === '' ? null : `${name}.eml`;
}

function headerValue(email: Email, key: string): string | null {
  return email.headers.find((header) => header.key === key)?.value.trim() || null;
}

async function toMessage(email: Email): Promise<MailMessage> {
  const dateText = headerValue(email, 'date');
  const shown = listShownIds(email.html ?? null);
  const text = (value: string | undefined) => (value ? mendWindows1252(value) : null);
  return {
    from: people([email.from ?? email.sender]),
    to: people(email.to),
    cc: people(email.cc),
    bcc: people(email.bcc),
    replyTo: people(email.replyTo),
    subject: text(email.subject),
    date: dateText ? parseMailDate(dateText) : null,
    dateText,
    messageId: email.messageId ?? null,
    html: text(email.html),
    text: text(email.text),
    attachments: await Promise.all(email.attachments.map((each) => toAttachment(each, shown))),
    encrypted: /^multipart\/encrypted|smime-type\s*=\s*"?enveloped-data/i.test(headerValue(email, 'content-type') ?? ''),
  };
}

/** Cuts the line that mailbox files put before a message (`From name date`) and blank lines at the start. */
function withoutEnvelope(bytes: Buffer): Buffer {
  let at = 0;
  while (at < bytes.length && (bytes[at] === 10 || bytes[at] === 13)) at += 1;
  if (bytes.subarray(at, at + 5).toString('latin1') === 'From ') {
    const end = bytes.indexOf(10, at);
    if (end > 0) at = end + 1;
  }
  return at === 0 ? bytes : bytes.subarray(at);
}

async function parseMail(bytes: Buffer): Promise<MailMessage> {
  const mended = mendCharsets(mendTypes(mendHeaders(dropLongFields(withoutEnvelope(bytes)))));
  return toMessage(await PostalMime.parse(mended, { forceRfc822Attachments: true, maxNestingDepth: 200 }));
}

/** The pictures shown in the body of a mail, in their order; those attached to it are files of their own. */
export async function listMailPictures({ path }: SourceFile): Promise<Uint8Array[]> {
  const bytes = await readFile(path);
  if (!PICTURE_PART.test(bytes.toString('latin1'))) return [];
  const { attachments } = await parseMail(bytes);
  return attachments.flatMap((each) => (each.inline && each.mediaType.startsWith('image/') ? [each.bytes] : []));
}

/** The picture that the body shows by an address (`cid:…`), or null. */
export async function mailPicture({ path }: SourceFile, _context: ReadContext, address: string): Promise<Uint8Array | null> {
  return findMailPicture(await parseMail(await readFile(path)), address);
}

/** Reads mails in Internet message format: headers as stated values, the body laid out, attachments and nested mails kept. */
export const emlAdapter: FormatAdapter = {
  name: 'eml',

  async *read(file: SourceFile, context: ReadContext): AsyncGenerator<ReadEvent> {
    if (file.size > context.limits.maxUnpackedBytes)
      throw new ReadError('too_large_to_read', 'The mail is larger than this installation reads.');
    const bytes = await readFile(file.path);
    context.signal.throwIfAborted();
    let mail: MailMessage;
    try {
      mail = await parseMail(bytes);
    } catch (cause) {
      throw new ReadError('damaged_file', 'The mail is damaged and cannot be read. Export it from the mail program again.', { cause });
    }
    yield* mailEvents(mail, context);
  },
};

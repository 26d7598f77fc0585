import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Attachment, StatedValue } from '#lib/contract/service/reading.ts';
import { decodeText } from '../../encoding/decode-text.ts';
import type { LayoutBlock, TextRun } from '../../layout/layout-block.ts';
import { pageEvents } from '../../layout/page-events.ts';
import type { ReadContext, ReadEvent } from '../../model/adapter.ts';
import { sizeOfPicture } from '../../pictures/picture-files.ts';
import { htmlBlocks, type SizePicture } from '../html/html-blocks.ts';

export type Person = { name: string; address: string };

export type MailAttachment = {
  /** Null when the mail gives none. */
  name: string | null;
  /** What a mail within the mail is called where it has no name: after its subject. */
  title?: string | null;
  mediaType: string;
  inline: boolean;
  /** What the body calls a picture it shows, without angle brackets. */
  contentId?: string | undefined;
  bytes: Uint8Array;
};

/** A mail of whatever format, ready to be shown. */
export type MailMessage = {
  from: Person[];
  to: Person[];
  cc: Person[];
  bcc: Person[];
  replyTo: Person[];
  subject: string | null;
  /** ISO 8601 with the sender's offset; null when absent or unreadable. */
  date: string | null;
  /** The date as it is written, shown when `date` is null. */
  dateText: string | null;
  messageId: string | null;
  html: string | null;
  text: string | null;
  /** Blocks of a body in another form (rich text), used when there is neither HTML nor text. */
  rich?: LayoutBlock[];
  attachments: MailAttachment[];
  /** The body is encrypted; only its headers can be read. */
  encrypted?: boolean;
};

/** Bytes. */
const LONGEST_SHOWN = 256 * 1024;
const MOST_SIZED = 500;

const EXTENSIONS: Record<string, string> = {
  'message/rfc822': 'eml',
  'application/vnd.ms-outlook': 'msg',
  'text/plain': 'txt',
  'text/html': 'html',
  'text/calendar': 'ics',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
};

function stated(path: string, value: string | null | undefined): StatedValue[] {
  return value ? [{ source: 'mail_header', path, value }] : [];
}

function people(path: string, list: readonly Person[], single = false): StatedValue[] {
  return list.flatMap(({ name, address }, index) => {
    const at = single ? path : `${path}/${index}`;
    return [...stated(`${at}/name`, name), ...stated(`${at}/address`, address)];
  });
}

/** The headers as stated values: `from/address`, `to/0/address`, `cc/0/name`, `subject`, `date`, `message-id`, `attachments/0/name`. */
export function mailValues(mail: MailMessage): StatedValue[] {
  return [
    ...people('from', mail.from.slice(0, 1), true),
    ...people('to', mail.to),
    ...people('cc', mail.cc),
    ...people('bcc', mail.bcc),
    ...people('reply-to', mail.replyTo),
    ...stated('subject', mail.subject),
    ...stated('date', mail.date),
    ...stated('message-id', mail.messageId),
    ...mail.attachments.filter(({ name }) => name).flatMap(({ name }, index) => stated(`attachments/${index}/name`, name)),
  ];
}

function shown({ name, address }: Person): string {
  if (name && address && name !== address) return `${name} <${address}>`;
  return address || name;
}

function headerLine(label: string, text: string | null): LayoutBlock[] {
  if (!text) return [];
  const runs: TextRun[] = [{ text: `${label}:`, bold: true }, { text: label.length < 7 ? '\t\t' : '\t' }, { text }];
  return [{ kind: 'header', runs }];
}

function shownDate({ date, dateText }: MailMessage): string | null {
  return date ? date.replace('T', ' ').replace(/([+-]\d{2}:\d{2})$/, ' $1') : dateText;
}

function visibleLength(blocks: readonly LayoutBlock[]): number {
  const runs = (list: readonly TextRun[]) => list.reduce((sum, run) => sum + run.text.trim().length, 0);
  return blocks.reduce((sum, block) => {
    if (block.kind === 'monospace') return sum + block.lines.join('').length;
    if (block.kind === 'table') return sum + block.rows.flat().reduce((cells, cell) => cells + runs(cell.runs), 0);
    return 'runs' in block ? sum + runs(block.runs) : sum;
  }, 0);
}

/** An invitation, or a text of another kind, without any body is shown as it is written. HTML unless it holds clearly less than the plain text (an empty shell, a notice that HTML is needed). */
function bodyBlocks(mail: MailMessage, sizePicture: SizePicture): LayoutBlock[] {
  const plain = mail.text?.trim() ? mail.text : null;
  if (mail.html) {
    const { blocks } = htmlBlocks(mail.html, sizePicture);
    const length = visibleLength(blocks);
    if (length > 0 && length >= (plain?.replace(/\s+/g, '').length ?? 0) * 0.5) return blocks;
  }
  if (plain) return plainBlocks(plain);
  if (mail.rich && visibleLength(mail.rich) > 0) return mail.rich;
  const isText = ({ mediaType, name }: MailAttachment) => mediaType === 'text/calendar' || (name === null && mediaType.startsWith('text/'));
  const text = mail.attachments.find((each) => isText(each) && each.bytes.length < LONGEST_SHOWN);
  return text ? plainBlocks(decodeText(text.bytes).text) : [];
}

function plainBlocks(text: string): LayoutBlock[] {
  return [{ kind: 'monospace', blockKind: 'paragraph', lines: text.split(/\r\n?|\n/) }];
}

/** The mail's pages: a block of headers and the list of attachments, then the body. */
export function mailBlocks(mail: MailMessage, sizePicture: SizePicture): LayoutBlock[] {
  const names = mail.attachments.flatMap(({ name, title, inline }) => (inline ? [] : (name ?? title ?? [])));
  return [
    ...headerLine('From', mail.from.map(shown).join(', ')),
    ...headerLine('To', mail.to.map(shown).join(', ')),
    ...headerLine('Cc', mail.cc.map(shown).join(', ')),
    ...headerLine('Bcc', mail.bcc.map(shown).join(', ')),
    ...headerLine('Date', shownDate(mail)),
    ...headerLine('Subject', mail.subject),
    ...headerLine('Attachments', names.join(', ')),
    ...bodyBlocks(mail, sizePicture),
  ];
}

/** The sizes of the pictures that the HTML may show, by their addresses in it (`cid:…`). */
async function sizesOfPictures(mail: MailMessage, context: ReadContext): Promise<Map<string, { width: number; height: number }>> {
  const sizes = new Map<string, { width: number; height: number }>();
  if (!mail.html) return sizes;
  for (const { contentId, bytes } of mail.attachments.slice(0, MOST_SIZED)) {
    const size = contentId && mail.html.includes(contentId) ? await sizeOfPicture(bytes, context) : null;
    if (size) sizes.set(`cid:${contentId}`, size);
  }
  return sizes;
}

/** The picture that a body shows by an address (`cid:…`), or null. */
export function findMailPicture({ attachments }: MailMessage, address: string): Uint8Array | null {
  return attachments.find(({ contentId }) => contentId && `cid:${contentId}` === address)?.bytes ?? null;
}

function attachmentName({ name, title, mediaType }: MailAttachment, index: number): string {
  const extension = ownValue(EXTENSIONS, mediaType);
  return name || title || `part ${index + 1}${extension ? `.${extension}` : ''}`;
}

/** Tells a mail: stated headers, each attachment after its bytes are kept (up to the limit of entries), pages. */
export async function* mailEvents(mail: MailMessage, context: ReadContext): AsyncGenerator<ReadEvent> {
  yield { type: 'stated_values', values: mailValues(mail) };
  const kept = mail.attachments.slice(0, context.limits.maxEntries);
  for (const [index, each] of kept.entries()) {
    context.signal.throwIfAborted();
    const about: Omit<Attachment, 'sha256' | 'size'> = {
      name: attachmentName(each, index),
      media_type: each.mediaType,
      inline: each.inline,
    };
    yield { type: 'attachment', attachment: await context.keepAttachment(about, each.bytes) };
  }
  if (kept.length < mail.attachments.length) yield { type: 'warning', message: `Only the first ${kept.length} attachments were kept.` };
  if (mail.encrypted)
    yield { type: 'warning', message: 'The body of this mail is encrypted. Decrypt it in the mail program and add the result.' };
  const sizes = await sizesOfPictures(mail, context);
  yield* pageEvents(
    mailBlocks(mail, (address) => sizes.get(address) ?? null),
    context,
    'Message',
  );
}

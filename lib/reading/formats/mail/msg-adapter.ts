import { readFile } from 'node:fs/promises';
import { decompressRTF } from '@kenjiuno/decompressrtf';
import msgReader, { type FieldsData } from '@kenjiuno/msgreader';
import { requireSoundChains } from '../../compound/require-sound-chains.ts';
import { decodeAs, decodeText } from '../../encoding/decode-text.ts';
import type { LayoutBlock } from '../../layout/layout-block.ts';
import { rtfBlocks } from '../../legacy/rtf/rtf-blocks.ts';
import { unwrapHtml } from '../../legacy/rtf/rtf-html.ts';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../../model/adapter.ts';
import { ReadError } from '../../model/read-error.ts';
import { parseMailDate } from './mail-date.ts';
import { findMailPicture, type MailAttachment, type MailMessage, mailEvents, type Person } from './mail-message.ts';
import { isShownInBody, listShownIds } from './shown-in-body.ts';

/** The package is CommonJS: some loaders give its exports as the default, others its class. */
const MsgReader = (msgReader as unknown as { default?: typeof msgReader }).default ?? msgReader;
type Reader = InstanceType<typeof MsgReader>;

/** Names of Windows code pages for text properties that are not Unicode. */
const ENCODINGS: Record<number, string> = { 932: 'shiftjis', 936: 'gb18030', 949: 'euc-kr', 950: 'big5', 20866: 'koi8-r', 65001: 'utf8' };

const PICTURE_NAME = /\.(png|jpe?g|jfif|gif|bmp|tiff?|webp)$/i;

function encodingOf(codePage: number | undefined): string | undefined {
  if (codePage === undefined) return undefined;
  return ENCODINGS[codePage] ?? (codePage >= 1250 && codePage <= 1258 ? `windows${codePage}` : undefined);
}

function open(bytes: Buffer): { reader: Reader; fields: FieldsData } {
  const view = () => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    requireSoundChains(bytes);
    let reader = new MsgReader(view());
    let fields = reader.getFileData();
    const ansiEncoding = encodingOf(fields.messageCodepage);
    if (ansiEncoding) {
      reader = new MsgReader(view());
      reader.parserConfig = { ansiEncoding };
      fields = reader.getFileData();
    }
    if (fields.dataType === 'msg') return { reader, fields };
  } catch (cause) {
    throw damaged(cause);
  }
  throw damaged();
}

function damaged(cause?: unknown): ReadError {
  return new ReadError('damaged_file', 'The mail is damaged and cannot be read. Export it from the mail program again.', { cause });
}

/** Exchange names (`/O=…/CN=…`) are no addresses. */
function address(...candidates: (string | undefined)[]): string {
  return candidates.find((each) => each?.includes('@')) ?? '';
}

function recipients(fields: FieldsData, kind: 'to' | 'cc' | 'bcc'): Person[] {
  return (fields.recipients ?? [])
    .filter((each) => (each.recipType ?? 'to') === kind)
    .map((each) => ({ name: each.name ?? '', address: address(each.smtpAddress, each.email, each.name) }));
}

function header(fields: FieldsData, name: string): string | null {
  const unfolded = (fields.headers ?? '').replace(/\r?\n[ \t]+/g, ' ');
  return new RegExp(`^${name}:[ \\t]*(.+)$`, 'im').exec(unfolded)?.[1]?.trim() ?? null;
}

function bodies(fields: FieldsData): { html: string | null; rich: LayoutBlock[] } {
  if (fields.bodyHtml) return { html: fields.bodyHtml, rich: [] };
  if (fields.html && fields.html.length > 0) {
    const declared = encodingOf(fields.internetCodepage)?.replace('windows', 'windows-');
    const decoded = declared ? decodeAs(fields.html, declared) : null;
    return {
      html: decodeText(fields.html).encoding === 'utf-8' ? decodeText(fields.html).text : (decoded ?? decodeText(fields.html).text),
      rich: [],
    };
  }
  if (!fields.compressedRtf || fields.compressedRtf.length === 0) return { html: null, rich: [] };
  try {
    const rtf = Uint8Array.from(decompressRTF(Array.from(fields.compressedRtf)));
    const html = unwrapHtml(rtf);
    return { html, rich: html ? [] : rtfBlocks(rtf) };
  } catch {
    return { html: null, rich: [] };
  }
}

/** @param html the body's, which says what it shows: an Outlook item also gives ids to what is attached */
function attachments(reader: Reader, fields: FieldsData, html: string | null): MailAttachment[] {
  const shown = listShownIds(html);
  return (fields.attachments ?? []).flatMap((each): MailAttachment[] => {
    try {
      const { fileName, content } = reader.getAttachment(each);
      const inner = each.innerMsgContent === true;
      const name = inner
        ? `${(each.name ?? 'Message').replace(/[\\/:*?"<>|]+/g, ' ').trim()}.msg`
        : (each.fileName ?? fileName ?? each.fileNameShort ?? each.name ?? null);
      const mediaType = inner ? 'application/vnd.ms-outlook' : 'application/octet-stream';
      return [
        {
          name,
          mediaType,
          inline: (each.attachmentHidden ?? false) || isShownInBody({ disposition: 'attachment', contentId: each.pidContentId }, shown),
          contentId: each.pidContentId,
          bytes: content,
        },
      ];
    } catch {
      return [];
    }
  });
}

function toMessage(reader: Reader, fields: FieldsData): MailMessage {
  const dateText = header(fields, 'Date') ?? fields.clientSubmitTime ?? fields.messageDeliveryTime ?? null;
  const sender = {
    name: fields.senderName ?? '',
    address: address(
      fields.senderSmtpAddress,
      fields.sentRepresentingSmtpAddress,
      fields.senderEmail,
      fields.creatorSMTPAddress,
      fields.senderName,
    ),
  };
  const { html, rich } = bodies(fields);
  return {
    from: sender.name || sender.address ? [sender] : [],
    to: recipients(fields, 'to'),
    cc: recipients(fields, 'cc'),
    bcc: recipients(fields, 'bcc'),
    replyTo: [],
    subject: fields.subject ?? null,
    date: dateText ? parseMailDate(dateText) : null,
    dateText,
    messageId: header(fields, 'Message-ID'),
    html,
    text: fields.body ?? null,
    rich,
    attachments: attachments(reader, fields, html),
  };
}

/** The pictures shown in the body of an Outlook item, in their order; those attached to it are files of their own. */
export async function listMsgPictures({ path }: SourceFile): Promise<Uint8Array[]> {
  const { reader, fields } = open(await readFile(path));
  return attachments(reader, fields, bodies(fields).html).flatMap(({ inline, name, bytes }) =>
    inline && PICTURE_NAME.test(name ?? '') ? [bytes] : [],
  );
}

/** The picture that the body shows by an address (`cid:…`), or null. */
export async function msgPicture({ path }: SourceFile, _context: ReadContext, address: string): Promise<Uint8Array | null> {
  const { reader, fields } = open(await readFile(path));
  return findMailPicture(toMessage(reader, fields), address);
}

/** Reads Outlook items: headers as stated values, the body (HTML, rich text or plain) laid out, attachments kept. */
export const msgAdapter: FormatAdapter = {
  name: 'msg',

  async *read(file: SourceFile, context: ReadContext): AsyncGenerator<ReadEvent> {
    if (file.size > context.limits.maxUnpackedBytes)
      throw new ReadError('too_large_to_read', 'The mail is larger than this installation reads.');
    const { reader, fields } = open(await readFile(file.path));
    context.signal.throwIfAborted();
    yield* mailEvents(toMessage(reader, fields), context);
  },
};

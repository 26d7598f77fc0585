import type { StatedValue } from '#lib/contract/service/reading.ts';
import type { ReadContext, ReadEvent } from '../../../model/adapter.ts';
import { readEInvoice } from '../../e-invoice/read-e-invoice.ts';
import type { OpenDocument } from '../pdfium/open-document.ts';

const MOST_ATTACHMENTS = 200;
const MEDIA_TYPES: Record<string, string> = {
  xml: 'application/xml',
  pdf: 'application/pdf',
  txt: 'text/plain',
  csv: 'text/csv',
  json: 'application/json',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Reads the files embedded in a PDF; an e-invoice among them also gives its values. */
export async function* readAttachments(document: OpenDocument, context: ReadContext): AsyncGenerator<ReadEvent> {
  const { api } = document.pdfium;
  const count = Math.max(0, api.FPDFDoc_GetAttachmentCount(document.handle));
  let allowance = context.limits.maxUnpackedBytes;
  let stated: StatedValue[] | null = null;
  for (let index = 0; index < Math.min(count, MOST_ATTACHMENTS); index++) {
    const handle = api.FPDFDoc_GetAttachment(document.handle, index);
    if (handle === 0) continue;
    const name = document.pdfium.fillText((buffer, size) => api.FPDFAttachment_GetName(handle, buffer, size)) || `attachment-${index + 1}`;
    const bytes = readBytes(document, handle, allowance);
    if (!bytes) {
      yield { type: 'warning', message: `The attached file "${name}" could not be taken out.` };
      continue;
    }
    allowance -= bytes.byteLength;
    const mediaType = MEDIA_TYPES[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream';
    yield { type: 'attachment', attachment: await context.keepAttachment({ name, media_type: mediaType, inline: false }, bytes) };
    if (stated === null) {
      stated = readEInvoice(bytes);
      if (stated) yield { type: 'stated_values', values: stated };
    }
  }
  if (count > MOST_ATTACHMENTS)
    yield { type: 'warning', message: `Only the first ${MOST_ATTACHMENTS} of ${count} attached files were taken out.` };
}

function readBytes({ pdfium }: OpenDocument, attachment: number, allowance: number): Uint8Array | null {
  const { api, scratch } = pdfium;
  if (!api.FPDFAttachment_GetFile(attachment, 0, 0, scratch)) return null;
  const size = pdfium.uint32(scratch);
  if (size > allowance) return null;
  const buffer = pdfium.reserve(Math.max(1, size));
  try {
    return api.FPDFAttachment_GetFile(attachment, buffer, size, scratch) ? pdfium.copy(buffer, size) : null;
  } finally {
    pdfium.free(buffer);
  }
}

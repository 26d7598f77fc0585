import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Attachment, ReadingSummary } from '#lib/contract/service/reading.ts';
import { BlobNotFoundError, type Received } from '#lib/platform/blobs/blob-store.ts';
import { DEFAULT_LIMITS } from '#lib/reading/model/read-limits.ts';
import type { ServiceContext } from '../context/service-context.ts';
import type { DocumentRow } from '../context/tables.ts';
import { requireReadable } from './require-readable.ts';

/** Documents made of the attachments below one uploaded file. */
export const MOST_ATTACHMENTS = 100;

/** An attachment that becomes a document: its bytes wait to be kept or discarded. */
export type ReceivedAttachment = { attachment: Attachment; mediaType: string; received: Received };

/**
 * Takes out the attachments of a file just read that become documents: not shown inline, of a kind that can be read (by
 * content), each content once, ordered by hash. E-invoices that the reading has taken as stated values stay attachments.
 */
export async function receiveAttachments(
  context: ServiceContext,
  row: DocumentRow,
  summary: ReadingSummary,
): Promise<ReceivedAttachment[]> {
  if (row.depth >= DEFAULT_LIMITS.maxDepth) return [];
  const wanted = new Map<string, Attachment>();
  for (const each of summary.attachments) {
    if (wanted.size >= MOST_ATTACHMENTS) break;
    if (!each.inline && each.size > 0 && each.sha256 !== row.sha256 && !wanted.has(each.sha256)) wanted.set(each.sha256, each);
  }
  const taken: ReceivedAttachment[] = [];
  try {
    for (const attachment of [...wanted.values()].toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1))) {
      const one = await receiveAttachment(context, summary, attachment);
      if (one) taken.push(one);
    }
    return taken;
  } catch (error) {
    for (const { received } of taken) await received.discard();
    throw error;
  }
}

async function receiveAttachment(
  { reader, blobs, config }: ServiceContext,
  summary: ReadingSummary,
  attachment: Attachment,
): Promise<ReceivedAttachment | null> {
  let received: Received;
  try {
    const bytes = await reader.getAttachment(summary.sha256, attachment.sha256);
    received = await blobs.receive(bytes, { maxBytes: config.service.maxUploadBytes });
  } catch (error) {
    // removed just now, or larger than files may be: it stays an attachment
    if (error instanceof BlobNotFoundError || (error instanceof ProblemError && error.code === 'file_too_large')) return null;
    throw error;
  }
  try {
    const { mediaType, xmlRoot } = await requireReadable({ reader }, { path: received.path, name: attachment.name });
    if (!isStated(xmlRoot, summary)) return { attachment, mediaType, received };
  } catch (error) {
    if (!(error instanceof ProblemError)) {
      await received.discard();
      throw error;
    }
  }
  await received.discard();
  return null;
}

/** True for an XML whose root element the reading's e-invoice values begin with. */
function isStated(xmlRoot: string | null, { stated_values }: ReadingSummary): boolean {
  return stated_values.some(({ source, path }) => source === 'e_invoice' && path.split('/')[0] === xmlRoot);
}

import { open } from 'node:fs/promises';
import { ProblemError } from '#lib/contract/problem-error.ts';
import type { Attachment, ReadingSummary } from '#lib/contract/reading.ts';
import { BlobNotFoundError, type Received } from '#lib/platform/blob-store.ts';
import { DEFAULT_LIMITS } from '#lib/reading/read-limits.ts';
import type { ServiceContext } from '../service-context.ts';
import type { DocumentRow } from '../tables.ts';
import { requireReadable } from './require-readable.ts';

/** Documents made of the attachments below one uploaded file. */
export const MOST_ATTACHMENTS = 100;
const ROOT_SEARCH_BYTES = 16 * 1024;

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
    const mediaType = await requireReadable(received.path, attachment.name);
    if (!(await isStated(received.path, mediaType, summary))) return { attachment, mediaType, received };
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
async function isStated(path: string, mediaType: string, summary: ReadingSummary): Promise<boolean> {
  if (!/^(text|application)\/xml$/.test(mediaType)) return false;
  const roots = new Set(summary.stated_values.flatMap((value) => (value.source === 'e_invoice' ? [value.path.split('/')[0] ?? ''] : [])));
  if (roots.size === 0) return false;
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(ROOT_SEARCH_BYTES), 0, ROOT_SEARCH_BYTES, 0);
    // UTF-16 too, once the zero bytes are left out
    const start = buffer.subarray(0, bytesRead).toString('latin1').replaceAll('\0', '');
    const root = /<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)[\s/>]/.exec(start.replace(/<!--[\s\S]*?-->/g, ''))?.[1];
    return root !== undefined && roots.has(root);
  } finally {
    await file.close();
  }
}

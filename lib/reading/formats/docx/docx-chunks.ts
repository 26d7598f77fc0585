import PostalMime from 'postal-mime';
import { decodeText } from '../../encoding/decode-text.ts';
import { type Archive, openArchive } from '../../files/open-archive.ts';
import type { LayoutBlock } from '../../layout/layout-block.ts';
import { rtfBlocks } from '../../legacy/rtf/rtf-blocks.ts';
import type { ReadContext } from '../../model/adapter.ts';
import { ReadError, type ReadErrorCode } from '../../model/read-error.ts';
import { htmlBlocks } from '../html/html-blocks.ts';
import type { Relation } from '../ooxml/relations.ts';

/** Reads a Word package inside another. */
type ReadInner = (archive: Archive) => Promise<LayoutBlock[]>;

const MOST_CHUNKS = 200;
const LEFT_OUT: Partial<Record<ReadErrorCode, string>> & { damaged_file: string } = {
  damaged_file: 'A file that this document takes in as a part of its text is damaged and was left out.',
  password_required: 'A file that this document takes in as a part of its text is protected by a password and was left out.',
  too_large_to_read: 'A file that this document takes in as a part of its text is too large and was left out.',
};

/**
 * The files that a Word text takes in as they are (`w:altChunk`: HTML, web archives, rich text, plain text, Word files), by their
 * relation. What cannot be read is left out, and `warnings` says so.
 */
export async function readChunks(
  archive: Archive,
  relations: ReadonlyMap<string, Relation>,
  context: ReadContext,
  readInner: ReadInner | null,
  warnings: string[],
): Promise<Map<string, LayoutBlock[]>> {
  const chunks = new Map<string, LayoutBlock[]>();
  for (const { id, type, target, external } of relations.values()) {
    if (type !== 'aFChunk' || external || !archive.has(target) || chunks.size >= MOST_CHUNKS) continue;
    try {
      chunks.set(id, await chunkBlocks(await archive.read(target), context, readInner));
    } catch (cause) {
      context.signal.throwIfAborted();
      if (!(cause instanceof ReadError)) throw cause;
      warnings.push(LEFT_OUT[cause.code] ?? LEFT_OUT.damaged_file);
    }
  }
  return chunks;
}

async function chunkBlocks(bytes: Uint8Array, context: ReadContext, readInner: ReadInner | null): Promise<LayoutBlock[]> {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').trimStart();
  if (start.startsWith('PK')) {
    if (!readInner) return [];
    const inner = await openArchive(bytes, context.limits, context.signal);
    try {
      return await readInner(inner);
    } finally {
      inner.close();
    }
  }
  if (start.startsWith('{\\rtf')) return rtfBlocks(Buffer.from(bytes));
  if (/^(MIME-Version|From|Content-Type):/im.test(start) && !start.startsWith('<')) {
    const { html, text } = await PostalMime.parse(bytes, { maxNestingDepth: 20 }).catch(() => ({ html: undefined, text: undefined }));
    return html ? htmlBlocks(html).blocks : lines(text ?? '');
  }
  const { text } = decodeText(bytes);
  return /<(html|body|p|div|table|span)\b/i.test(start) ? htmlBlocks(text).blocks : start.startsWith('<?xml') ? [] : lines(text);
}

function lines(text: string): LayoutBlock[] {
  return text
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => ({ kind: 'paragraph', runs: [{ text: line }] }));
}

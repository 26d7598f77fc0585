import type { Readable } from 'node:stream';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Box } from '#lib/contract/service/box.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { fileKey } from '#lib/files/file-key.ts';
import { BlobNotFoundError } from '#lib/platform/blobs/blob-store.ts';
import type { Desk } from '../../context/desk.ts';
import { getDocumentRow } from '../desk-document.ts';
import { findPassword } from '../find-password.ts';

/** Most pages in one answer. */
export const MAX_PAGES = 20;

/**
 * Pages of a document that are read already, also while the rest still is.
 * @param range 1-based, both ends included; cut to 20 pages; pages of sheets come without tables and blocks
 * @throws ProblemError `not_found`
 */
export async function listPages(
  desk: Desk,
  id: string,
  range: { from: number; to: number },
): Promise<{ pages: Page[]; page_count: number | null }> {
  const row = await getDocumentRow(desk.database, id);
  const pages = await desk.reader.listPages(row.sha256, range.from, Math.min(range.to, range.from + MAX_PAGES - 1));
  return { pages: pages.map(leaveOutCells), page_count: row.pageCount };
}

/** A sheet's page without what its words, `cell_addresses` and `grid` tell as well: of thousands of cells that is most of it. */
function leaveOutCells(page: Page): Page {
  if (!page.grid) return page;
  return { ...page, words: page.words.map(({ size: _, ...word }) => word), blocks: [], tables: [] };
}

/**
 * The picture of a page, or of a part of it, as WebP.
 * @param picture.width pixels of the whole answer @param picture.region box scale
 * @throws ProblemError `not_found`, or why it cannot be drawn
 */
export async function getPicture(
  desk: Desk,
  id: string,
  picture: { page: number; width: number; region?: Box | undefined; signal?: AbortSignal },
): Promise<{ bytes: Uint8Array; mediaType: string }> {
  const row = await getDocumentRow(desk.database, id);
  if (row.pageCount !== null && picture.page > row.pageCount) throw new ProblemError('not_found', 'The document does not have this page.');
  const password = await findPassword(desk, id);
  return desk.reader.picture({ sha256: row.sha256, name: row.name, password, ...picture });
}

/** The original file. @throws ProblemError `not_found` */
export async function getContent(
  desk: Desk,
  id: string,
): Promise<{ name: string; mediaType: string | null; size: number; body: Readable }> {
  const row = await getDocumentRow(desk.database, id);
  try {
    return { name: row.name, mediaType: row.mediaType, size: row.size, body: await desk.blobs.get(fileKey(row.sha256)) };
  } catch (error) {
    if (error instanceof BlobNotFoundError)
      throw new ProblemError('not_found', 'The original file is missing from the store.', { cause: error });
    throw error;
  }
}

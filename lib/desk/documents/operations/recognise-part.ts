import type { Recognised } from '#lib/contract/desk/page-search.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Box } from '#lib/contract/service/box.ts';
import type { Desk } from '../../context/desk.ts';
import { getDocumentRow } from '../desk-document.ts';
import { findPassword } from '../find-password.ts';

/**
 * Reads a part of a page from its picture, where the document has no text of its own or a wrong one.
 * @param part.box box scale
 * @throws ProblemError `not_found`, `unsupported_media_type` (the page has no picture), or why it cannot be read
 */
export async function recognisePart(desk: Desk, id: string, part: { page: number; box: Box; signal?: AbortSignal }): Promise<Recognised> {
  const row = await getDocumentRow(desk.database, id);
  const page = await desk.reader.getPage(row.sha256, part.page);
  if (page.display !== 'image') {
    throw new ProblemError('unsupported_media_type', 'This page is text already. Click its words, or drag over them, to take them.');
  }
  const password = await findPassword(desk, id);
  const { page: number, box, signal } = part;
  const words = await desk.reader.recognise({
    sha256: row.sha256,
    name: row.name,
    password,
    page: number,
    pageWidth: page.width,
    region: box,
    signal,
  });
  return { words };
}

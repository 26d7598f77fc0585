import type { OutlineEntry } from '#lib/contract/service/reading.ts';
import type { Desk } from '../../context/desk.ts';
import { getDocumentRow } from '../desk-document.ts';

/**
 * The headings or bookmarks of a document in order; none while it is still read.
 * @throws ProblemError `not_found`
 */
export async function getOutline(desk: Desk, id: string): Promise<{ entries: OutlineEntry[] }> {
  const row = await getDocumentRow(desk.database, id);
  const reading = await desk.reader.find(row.sha256);
  return { entries: reading?.outline ?? [] };
}

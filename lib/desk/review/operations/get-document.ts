import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { Desk } from '../../context/desk.ts';
import { getDetail } from '../get-detail.ts';

/** Everything the review screen needs besides pages. @param readerId who gets it, see `getDetail` @throws ProblemError `not_found` */
export async function getDocument(desk: Desk, id: string, readerId?: string): Promise<DeskDocumentDetail> {
  return getDetail(desk.database, id, { readerId });
}

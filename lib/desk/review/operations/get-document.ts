import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { Desk } from '../../context/desk.ts';
import { getDetail } from '../get-detail.ts';

/** Everything the review screen needs besides pages. @throws ProblemError `not_found` */
export async function getDocument(desk: Desk, id: string): Promise<DeskDocumentDetail> {
  return getDetail(desk.database, id);
}

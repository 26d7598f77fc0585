import type { DocumentRow } from '../documents/desk-document.ts';
import type { Review } from './review.ts';

/** Whether all of a file and of its answer was read, and the document is no copy of another one: only then it may approve itself. */
export function wasReadWhole(
  row: Pick<DocumentRow, 'readingWarnings' | 'readingFailure' | 'duplicateOfId'>,
  answer: Pick<Review, 'notice' | 'unfitting' | 'unfittingLeft'>,
): boolean {
  const isFileWhole = row.readingWarnings?.length === 0 && row.readingFailure === null && row.duplicateOfId === null;
  return isFileWhole && !answer.notice && answer.unfittingLeft === 0 && Object.keys(answer.unfitting).length === 0;
}

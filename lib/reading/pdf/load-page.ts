import { ReadError } from '../read-error.ts';
import type { OpenDocument } from './open-document.ts';

/** Opens a page (1-based) and closes it after `use`. Throws `damaged_file` when it cannot be opened. */
export function withPage<T>(document: OpenDocument, pageNumber: number, use: (page: number) => T): T {
  const { api } = document.pdfium;
  if (pageNumber < 1 || pageNumber > document.pageCount) throw new RangeError(`There is no page ${pageNumber}.`);
  const page = api.FPDF_LoadPage(document.handle, pageNumber - 1);
  if (page === 0) throw new ReadError('damaged_file', `Page ${pageNumber} is damaged and cannot be opened.`);
  try {
    return use(page);
  } finally {
    api.FPDF_ClosePage(page);
  }
}

/** As `withPage`, for the text layer of an open page. */
export function withTextPage<T>(document: OpenDocument, page: number, use: (textPage: number) => T): T {
  const { api } = document.pdfium;
  const textPage = api.FPDFText_LoadPage(page);
  if (textPage === 0) throw new ReadError('damaged_file', 'The text of a page is damaged.');
  try {
    return use(textPage);
  } finally {
    api.FPDFText_ClosePage(textPage);
  }
}

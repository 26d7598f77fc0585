import { ReadError } from '../../../model/read-error.ts';
import type { OpenDocument } from './open-document.ts';

/** Annotation subtypes that flattening does not paint: links (2) and pop-ups (16). */
const UNPAINTED = new Set([2, 16]);
const MOST_ANNOTATIONS = 5000;

/**
 * Opens a page (1-based) and closes it after `use`. Form values and annotations are made part of the page first (in memory only):
 * PDFium neither paints form values nor has them in the text layer otherwise. `before` sees the page as the file has it.
 * Throws `damaged_file` when the page cannot be opened.
 */
export function withPage<T>(document: OpenDocument, pageNumber: number, use: (page: number) => T, before?: (page: number) => void): T {
  const { api } = document.pdfium;
  let page = loadPage(document, pageNumber);
  try {
    before?.(page);
    if (hasPaintedAnnotations(document, page)) {
      const forms = document.forms.handle;
      if (forms !== 0) api.FORM_OnAfterLoadPage(page, forms);
      api.FPDFPage_Flatten(page, 0);
      if (forms !== 0) api.FORM_OnBeforeClosePage(page, forms);
      api.FPDF_ClosePage(page);
      page = 0;
      page = loadPage(document, pageNumber);
    }
    return use(page);
  } finally {
    if (page !== 0) api.FPDF_ClosePage(page);
  }
}

function loadPage(document: OpenDocument, pageNumber: number): number {
  if (pageNumber < 1 || pageNumber > document.pageCount)
    throw new ReadError('damaged_file', `There is no page ${pageNumber} in this file.`);
  const page = document.pdfium.api.FPDF_LoadPage(document.handle, pageNumber - 1);
  if (page === 0) throw new ReadError('damaged_file', `Page ${pageNumber} is damaged and cannot be opened.`);
  return page;
}

function hasPaintedAnnotations(document: OpenDocument, page: number): boolean {
  const { api } = document.pdfium;
  const count = Math.min(api.FPDFPage_GetAnnotCount(page), MOST_ANNOTATIONS);
  for (let index = 0; index < count; index++) {
    const annotation = api.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const subtype = api.FPDFAnnot_GetSubtype(annotation);
    api.FPDFPage_CloseAnnot(annotation);
    if (!UNPAINTED.has(subtype)) return true;
  }
  return false;
}

/** Opens the text layer of an open page and closes it after `use`. */
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

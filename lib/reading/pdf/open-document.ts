import { readFile } from 'node:fs/promises';
import { ReadError } from '../read-error.ts';
import { type Forms, openForms } from './open-forms.ts';
import { loadPdfium, type Pdfium } from './pdfium.ts';

/** An open PDF. `close` frees its memory and must be called. */
export type OpenDocument = { pdfium: Pdfium; handle: number; pageCount: number; forms: Forms; close(): void };

const PASSWORD_ERROR = 4;
const HEADER = Buffer.from('%PDF-');
const HEADER_SEARCH = 1024;

/**
 * Opens a PDF file. None is tried before the given password, because a wrong one fails even on files that need none.
 * Throws `ReadError`: `password_required`, `password_wrong`, `damaged_file`.
 */
export async function openDocument(path: string, password?: string): Promise<OpenDocument> {
  const pdfium = await loadPdfium();
  const { api } = pdfium;
  const bytes = await readFile(path);
  const start = bytes.subarray(0, HEADER_SEARCH).indexOf(HEADER);
  const document = start > 0 ? bytes.subarray(start) : bytes;
  const buffer = pdfium.allocate(document);
  let handle = 0;
  let protectedFile = false;
  for (const attempt of password ? ['', password] : ['']) {
    handle = api.FPDF_LoadMemDocument(buffer, document.byteLength, attempt);
    if (handle !== 0) break;
    protectedFile = api.FPDF_GetLastError() === PASSWORD_ERROR;
  }
  if (handle === 0) {
    pdfium.free(buffer);
    if (!protectedFile)
      throw new ReadError('damaged_file', 'This PDF is damaged and cannot be opened. Ask for it again or export it anew.');
    throw password
      ? new ReadError('password_wrong', 'The password does not open this PDF. Check it and try again.')
      : new ReadError('password_required', 'This PDF is protected by a password. Enter it to read the file.');
  }
  const pageCount = api.FPDF_GetPageCount(handle);
  const forms = openForms(pdfium, handle);
  const close = () => {
    forms.close();
    api.FPDF_CloseDocument(handle);
    pdfium.free(buffer);
  };
  if (pageCount < 1) {
    close();
    throw new ReadError('damaged_file', 'This PDF has no page that can be opened. Ask for it again or export it anew.');
  }
  return { pdfium, handle, pageCount, forms, close };
}

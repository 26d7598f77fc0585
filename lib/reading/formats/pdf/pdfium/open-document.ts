import { readFile } from 'node:fs/promises';
import { ReadError } from '../../../model/read-error.ts';
import { PDF_HEADER_SEARCH } from '../../../sniffing/sniff.ts';
import { type Forms, openForms } from './open-forms.ts';
import { loadPdfium, type Pdfium } from './pdfium.ts';

/** An open PDF. `close` frees its memory and must be called. */
export type OpenDocument = { pdfium: Pdfium; handle: number; pageCount: number; forms: Forms; close(): void };

const PASSWORD_ERROR = 4;
/** Protected by something else than a password: a certificate, a rights service. */
const SECURITY_ERROR = 5;
const HEADER = Buffer.from('%PDF-');

/**
 * Opens a PDF file. None is tried before the given password, because a wrong one fails even on files that need none.
 * Throws `ReadError`: `password_required`, `password_wrong`, `damaged_file`.
 */
export async function openDocument(path: string, password?: string): Promise<OpenDocument> {
  const pdfium = await loadPdfium();
  const { api } = pdfium;
  const bytes = await readFile(path);
  const document = fromHeader(bytes);
  const buffer = pdfium.allocate(document);
  let handle = 0;
  let lastError = 0;
  for (const attempt of password ? ['', password] : ['']) {
    handle = api.FPDF_LoadMemDocument(buffer, document.byteLength, attempt);
    if (handle !== 0) break;
    lastError = api.FPDF_GetLastError();
  }
  if (handle === 0) {
    pdfium.free(buffer);
    if (lastError === SECURITY_ERROR) throw protectedOtherwise(password);
    const protectedFile = lastError === PASSWORD_ERROR;
    if (!protectedFile)
      throw new ReadError('damaged_file', 'This PDF is damaged and cannot be opened. Ask for it again or export it again.');
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
    throw new ReadError('damaged_file', 'This PDF has no page that can be opened. Ask for it again or export it again.');
  }
  return { pdfium, handle, pageCount, forms, close };
}

/** The file from its header on; one that has lost it gets a new one, since PDFium opens none without. */
function fromHeader(bytes: Buffer): Buffer {
  const start = bytes.subarray(0, PDF_HEADER_SEARCH).indexOf(HEADER);
  if (start >= 0) return bytes.subarray(start);
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), bytes]);
}

function protectedOtherwise(password: string | undefined): ReadError {
  const message =
    'This PDF is protected by a certificate or a rights service, which no password opens here. Ask for a copy that is not protected.';
  return new ReadError(password === undefined ? 'password_required' : 'unsupported_media_type', message);
}

import type { Pdfium } from './pdfium.ts';
import { saveCopy } from './save-copy.ts';

/** Makes an empty PDF, lets `fill` put pages into it, and gives its bytes. Throws `ReadError` when it cannot be written. */
export async function makeDocument(pdfium: Pdfium, fill: (document: number) => void | Promise<void>): Promise<Uint8Array> {
  const document = pdfium.api.FPDF_CreateNewDocument();
  try {
    await fill(document);
    return saveCopy(pdfium, document, 'The new PDF could not be written.');
  } finally {
    pdfium.api.FPDF_CloseDocument(document);
  }
}

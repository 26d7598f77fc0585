import { ReadError } from '../read-error.ts';
import type { Pdfium } from './pdfium.ts';

/** Makes an empty PDF, lets `fill` put pages into it, and gives its bytes. Throws `ReadError` when it cannot be written. */
export async function makeDocument(pdfium: Pdfium, fill: (document: number) => void | Promise<void>): Promise<Uint8Array> {
  const { api } = pdfium;
  const document = api.FPDF_CreateNewDocument();
  try {
    await fill(document);
    const writer = api.PDFiumExt_OpenFileWriter();
    try {
      api.PDFiumExt_SaveAsCopy(document, writer);
      const size = api.PDFiumExt_GetFileWriterSize(writer);
      if (size === 0) throw new ReadError('damaged_file', 'The new PDF could not be written.');
      const buffer = pdfium.reserve(size);
      if (buffer === 0) throw new ReadError('too_large_to_read', 'The new PDF needs more memory than allowed. Make smaller documents.');
      try {
        api.PDFiumExt_GetFileWriterData(writer, buffer, size);
        return pdfium.copy(buffer, size);
      } finally {
        pdfium.free(buffer);
      }
    } finally {
      api.PDFiumExt_CloseFileWriter(writer);
    }
  } finally {
    api.FPDF_CloseDocument(document);
  }
}

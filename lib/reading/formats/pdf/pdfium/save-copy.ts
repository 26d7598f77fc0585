import { ReadError } from '../../../model/read-error.ts';
import type { Pdfium } from './pdfium.ts';

/** The bytes of an open document as it is now. @param refusal said when nothing could be written @throws ReadError */
export function saveCopy(pdfium: Pdfium, document: number, refusal: string): Uint8Array {
  const { api } = pdfium;
  const writer = api.PDFiumExt_OpenFileWriter();
  try {
    api.PDFiumExt_SaveAsCopy(document, writer);
    const size = api.PDFiumExt_GetFileWriterSize(writer);
    if (size === 0) throw new ReadError('damaged_file', refusal);
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
}

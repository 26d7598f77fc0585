import type { SourceFile } from '../adapter.ts';
import { ReadError } from '../read-error.ts';
import { openDocument } from './open-document.ts';

/** A copy of a PDF without its protection. Throws `ReadError` as `openDocument` does. */
export async function unlockPdf(file: SourceFile): Promise<Uint8Array> {
  const document = await openDocument(file.path, file.password);
  const { pdfium, handle } = document;
  const { api } = pdfium;
  const writer = api.PDFiumExt_OpenFileWriter();
  try {
    api.EPDF_RemoveEncryption(handle);
    api.PDFiumExt_SaveAsCopy(handle, writer);
    const size = api.PDFiumExt_GetFileWriterSize(writer);
    if (size === 0) throw new ReadError('damaged_file', 'This PDF could not be copied without its password.');
    const buffer = pdfium.reserve(size);
    try {
      api.PDFiumExt_GetFileWriterData(writer, buffer, size);
      return pdfium.copy(buffer, size);
    } finally {
      pdfium.free(buffer);
    }
  } finally {
    api.PDFiumExt_CloseFileWriter(writer);
    document.close();
  }
}

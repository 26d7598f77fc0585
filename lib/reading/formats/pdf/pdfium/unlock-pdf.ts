import type { SourceFile } from '../../../model/adapter.ts';
import { openDocument } from './open-document.ts';
import { saveCopy } from './save-copy.ts';

/** A copy of a PDF without its protection. Throws `ReadError` as `openDocument` does. */
export async function unlockPdf(file: SourceFile): Promise<Uint8Array> {
  const document = await openDocument(file.path, file.password);
  const { pdfium, handle } = document;
  try {
    pdfium.api.EPDF_RemoveEncryption(handle);
    return saveCopy(pdfium, handle, 'This PDF could not be copied without its password.');
  } finally {
    document.close();
  }
}

import type { SourceFile } from '../../model/adapter.ts';
import type { ComposedPage } from '../../model/child-task.ts';
import { ReadError } from '../../model/read-error.ts';
import { withPage } from './pdfium/load-page.ts';
import { makeDocument } from './pdfium/make-document.ts';
import { type OpenDocument, openDocument } from './pdfium/open-document.ts';

/**
 * Makes PDFs of pages of a PDF, in the given order and turned as asked. Form values and annotations become part of the
 * page, because the form they belong to does not come along; protection does not either. Throws `ReadError`.
 * @param pageCount pages the file must have
 */
export async function* composePdf(
  file: SourceFile,
  parts: readonly (readonly ComposedPage[])[],
  pageCount: number,
): AsyncGenerator<Uint8Array> {
  const document = await openDocument(file.path, file.password);
  try {
    if (document.pageCount !== pageCount)
      throw new ReadError('too_large_to_read', `The file has ${document.pageCount} pages, of which ${pageCount} were read.`);
    for (const pages of parts) yield await composePart(document, pages);
  } finally {
    document.close();
  }
}

async function composePart(source: OpenDocument, pages: readonly ComposedPage[]): Promise<Uint8Array> {
  const { pdfium } = source;
  const { api } = pdfium;
  // makes form values and annotations part of the page
  for (const { number } of pages) withPage(source, number, () => undefined);
  return makeDocument(pdfium, (document) => {
    const indices = pdfium.allocate(new Uint8Array(Int32Array.from(pages, ({ number }) => number - 1).buffer));
    try {
      if (!api.FPDF_ImportPagesByIndex(document, source.handle, indices, pages.length, 0))
        throw new ReadError('damaged_file', 'Pages of this PDF are damaged and cannot be copied. Save it again and add it again.');
    } finally {
      pdfium.free(indices);
    }
    for (const [index, { turn }] of pages.entries()) {
      if (turn === 0) continue;
      const page = api.FPDF_LoadPage(document, index);
      if (page === 0) throw new ReadError('damaged_file', `Page ${index + 1} of a new document cannot be opened.`);
      api.FPDFPage_SetRotation(page, (api.FPDFPage_GetRotation(page) + turn / 90) % 4);
      api.FPDF_ClosePage(page);
    }
  });
}

import type { Page } from '#lib/contract/service/reading.ts';
import { emptyPage } from '#lib/document/geometry/empty-page.ts';
import { createBarcodeReader } from '../../barcodes/barcode-reader.ts';
import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../../model/adapter.ts';
import { ReadError } from '../../model/read-error.ts';
import type { Recognise } from '../../ocr/recognise.ts';
import { readAttachments } from './annotations/read-attachments.ts';
import { readOutline } from './annotations/read-outline.ts';
import { readXfa } from './annotations/read-xfa.ts';
import { createPartAllowance } from './part-allowance.ts';
import { drawPage } from './pdfium/draw-page.ts';
import { type OpenDocument, openDocument } from './pdfium/open-document.ts';
import { unlockPdf } from './pdfium/unlock-pdf.ts';
import { readPage } from './read-page.ts';

/** Points. */
const A4_WIDTH = 595;
const A4_HEIGHT = 842;

/** Makes the adapter for PDF files; `recognise` reads pages that have no text of their own. */
export function createPdfAdapter(recognise: Recognise): FormatAdapter {
  return {
    name: 'pdf',
    read: (file, context) => readPdf(file, context, recognise),
    unlock: unlockPdf,
    async draw(file, pageNumber, width, context, region) {
      const document = await openDocument(file.path, file.password);
      try {
        return drawPage(document, pageNumber, { width, region, maxPixels: context.limits.maxPixels });
      } finally {
        document.close();
      }
    },
  };
}

async function* readPdf(file: SourceFile, context: ReadContext, recognise: Recognise): AsyncGenerator<ReadEvent> {
  const document = await openDocument(file.path, file.password);
  try {
    const { pageCount } = document;
    if (pageCount > context.limits.maxPages)
      throw new ReadError(
        'too_large_to_read',
        `This PDF has ${pageCount} pages; at most ${context.limits.maxPages} can be read. Split it and try again.`,
      );
    yield { type: 'page_count', pageCount };
    yield* readAttachments(document, context);
    yield* readXfa(document);
    const entries = readOutline(document);
    if (entries.length > 0) yield { type: 'outline', entries };
    const readers = { recognise, barcodes: createBarcodeReader(), parts: createPartAllowance() };
    let damaged = 0;
    for (let number = 1; number <= pageCount; number++) {
      context.signal.throwIfAborted();
      const result = await readPage(document, number, context, readers).catch((error: unknown) => {
        if (error instanceof WebAssembly.RuntimeError || context.signal.aborted) throw error;
        return null;
      });
      if (!result) damaged++;
      const warning = result ? result.warning : `Page ${number} is damaged and could not be read.`;
      if (warning) yield { type: 'warning', message: warning };
      yield { type: 'page', page: result?.page ?? blankPage(document, number) };
    }
    for (const message of [readers.barcodes.warning(), readers.parts.warning()]) if (message) yield { type: 'warning', message };
    if (damaged === pageCount)
      throw new ReadError('damaged_file', 'No page of this PDF can be opened. Ask for it again or export it again.');
  } finally {
    document.close();
  }
}

/** Stands for a page that cannot be opened, so that the pages after it keep their numbers. */
function blankPage({ pdfium, handle }: OpenDocument, number: number): Page {
  const { api, scratch } = pdfium;
  const known = api.FPDF_GetPageSizeByIndexF(handle, number - 1, scratch);
  const [width, height] = known ? [pdfium.float32(scratch), pdfium.float32(scratch, 1)] : [0, 0];
  return emptyPage({
    number,
    width: width > 0 ? width : A4_WIDTH,
    height: height > 0 ? height : A4_HEIGHT,
    source: 'none',
    display: 'image',
  });
}

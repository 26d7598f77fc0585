import type { FormatAdapter, ReadContext, ReadEvent, SourceFile } from '../adapter.ts';
import type { Recognise } from '../ocr/recognise.ts';
import { ReadError } from '../read-error.ts';
import { drawPage } from './draw-page.ts';
import { openDocument } from './open-document.ts';
import { readAttachments } from './read-attachments.ts';
import { readOutline } from './read-outline.ts';
import { readPage } from './read-page.ts';
import { readXfa } from './read-xfa.ts';
import { unlockPdf } from './unlock-pdf.ts';

/** Makes the adapter for PDF files; `recognise` reads pages that have no text of their own. */
export function createPdfAdapter(recognise: Recognise): FormatAdapter {
  return {
    name: 'pdf',
    mediaTypes: ['application/pdf'],
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
    for (let number = 1; number <= pageCount; number++) {
      context.signal.throwIfAborted();
      const { page, warnings } = await readPage(document, number, context, recognise);
      for (const message of warnings) yield { type: 'warning', message };
      yield { type: 'page', page };
    }
  } finally {
    document.close();
  }
}

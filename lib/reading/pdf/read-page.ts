import type { Page, Word } from '#lib/contract/reading.ts';
import type { ReadContext } from '../adapter.ts';
import { buildPageText } from '../build-page-text.ts';
import type { PdfWord } from './build-words.ts';
import { withPage } from './load-page.ts';
import type { OpenDocument } from './open-document.ts';
import { readText } from './read-text.ts';

export type PageResult = { page: Page; warnings: string[] };

/** Reads one page (1-based) of an open PDF. A page that cannot be opened becomes an empty page with a warning. */
export async function readPage(document: OpenDocument, number: number, _context: ReadContext): Promise<PageResult> {
  return withPage(document, number, (handle) => {
    const { api } = document.pdfium;
    const width = api.FPDF_GetPageWidthF(handle);
    const height = api.FPDF_GetPageHeightF(handle);
    const layer = readText(document, handle);
    const text = buildPageText(layer.words, { width, height, turn: layer.turn });
    const page: Page = {
      number,
      width,
      height,
      name: null,
      source: text.words.length > 0 ? 'text' : 'none',
      display: 'image',
      text_rotation: layer.turn,
      words: text.words.map(toWord),
      lines: text.lines,
      blocks: text.blocks,
      tables: [],
      form_fields: [],
      tick_boxes: [],
      links: [],
    };
    return { page, warnings: [] };
  });
}

function toWord({ text, box, size, bold, hidden }: PdfWord): Word {
  return { text, box, ...(size !== undefined && { size }), ...(bold && { bold }), ...(hidden && { hidden }) };
}

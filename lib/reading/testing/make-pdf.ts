import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';

/** Writes a PDF made by `draw` (points, origin top left, first page there already) to `target`. */
export async function makePdf(
  target: string,
  draw: (document: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<string> {
  const document = new PDFDocument({ size: 'A4', margin: 0, ...options });
  const file = createWriteStream(target);
  document.pipe(file);
  draw(document);
  document.end();
  await finished(file);
  return target;
}

import PDFDocument from 'pdfkit';
import sharp from 'sharp';

const LINES = 40;

/** A PDF of scanned pages, each of which takes a moment to recognise. @param mark stands in every line, and makes the file another one */
export async function makeLongScan(pages: number, mark: string): Promise<Uint8Array<ArrayBuffer>> {
  const lines = Array.from(
    { length: LINES },
    (_, row) => `<text x="60" y="${60 + row * 34}" font-size="22">${mark} line ${row} of words</text>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1414"><rect width="100%" height="100%" fill="#fff"/>${lines.join('')}</svg>`;
  const page = await sharp(Buffer.from(svg)).jpeg().toBuffer();
  const pdf = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve) => pdf.on('end', () => resolve(Buffer.concat(chunks))));
  for (let index = 0; index < pages; index++) pdf.addPage().image(page, 0, 0, { width: 595 });
  pdf.end();
  return new Uint8Array(await done);
}

import PDFDocument from 'pdfkit';

/** A one-page PDF with these lines; with `password` it opens only by it. */
export function makePdf(lines: string[], password?: string): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', ...(password ? { userPassword: password, pdfVersion: '1.7' } : {}) });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))));
  for (const line of lines) document.text(line);
  document.end();
  return done;
}

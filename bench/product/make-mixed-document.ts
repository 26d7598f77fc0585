import { utils, write } from '@e965/xlsx';
import { strToU8, zipSync } from 'fflate';
import PdfDocument from 'pdfkit';
import sharp from 'sharp';

export type MixedDocument = { name: string; bytes: Uint8Array<ArrayBuffer> };

function lines(index: number): string[] {
  return [
    `Invoice number: M-${index}`,
    `Invoice date: 2026-0${1 + (index % 9)}-15`,
    `Customer: Example Works ${index % 37} Ltd`,
    ...Array.from(
      { length: 20 },
      (_, row) => `Item ${row + 1}   ${(index * 7 + row) % 90} pieces   ${((index + row) * 1.25).toFixed(2)} EUR`,
    ),
    `Total: ${(index * 3.5).toFixed(2)} EUR`,
  ];
}

/** A page of an invoice; PDF without any font on the machine. */
export async function makePdfDocument(text: readonly string[], pages = 1): Promise<Buffer> {
  const document = new PdfDocument({ size: 'A4' });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise((resolve) => document.on('end', resolve));
  for (let page = 0; page < pages; page++) {
    if (page > 0) document.addPage();
    for (const line of text) document.text(line);
  }
  document.end();
  await done;
  return Buffer.concat(chunks);
}

async function makeBytes(extension: string, index: number): Promise<Uint8Array> {
  const text = lines(index);
  if (extension === 'pdf') return makePdfDocument(text, 1 + (index % 5));
  if (extension === 'docx') {
    const body = text.map((line) => `<w:p><w:r><w:t>${line}</w:t></w:r></w:p>`).join('');
    return zipSync({ 'word/document.xml': strToU8(`<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`) });
  }
  if (extension === 'xlsx') {
    const sheet = utils.aoa_to_sheet(text.map((line, row) => [line, row, index]));
    return write(utils.book_new(sheet, 'Bill'), { type: 'buffer', bookType: 'xlsx' }) as Buffer;
  }
  if (extension === 'png') {
    const rows = text.slice(0, 8).map((line, row) => `<text x="60" y="${120 + row * 60}" font-size="36">${line}</text>`);
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="700"><rect width="1000" height="700" fill="white"/>${rows.join('')}</svg>`;
    return sharp(Buffer.from(drawing)).png().toBuffer();
  }
  if (extension === 'eml') {
    return strToU8(
      `From: a@a.example\r\nTo: b@b.example\r\nSubject: Bill ${index}\r\nDate: Mon, 2 Mar 2026 10:00:00 +0100\r\n\r\n${text.join('\r\n')}`,
    );
  }
  if (extension === 'csv') return strToU8(text.map((line, row) => `${row};${line};${index}`).join('\n'));
  return strToU8(text.join('\n'));
}

const KINDS = ['pdf', 'docx', 'pdf', 'xlsx', 'eml', 'pdf', 'csv', 'txt', 'pdf', 'docx'];
/** One document in so many is a scan. */
const SCAN_EVERY = 20;

/** The document of that number: PDF, Word, Excel, mail, text, and now and then a scan; no two are the same. */
export async function makeMixedDocument(index: number): Promise<MixedDocument> {
  const extension = index % SCAN_EVERY === SCAN_EVERY - 1 ? 'png' : KINDS[index % KINDS.length]!;
  return { name: `mixed-${index}.${extension}`, bytes: Uint8Array.from(await makeBytes(extension, index)) };
}

import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { AcceptSplit } from '#lib/contract/desk/splitting.ts';

export const INVOICE = [
  'INVOICE',
  'Northwind Mills Ltd',
  'Invoice number NW-2041',
  'Invoice date 2026-02-03',
  'Flour  40.00',
  'Total 40.00 EUR',
  'Page 1 of 1',
];
export const RECEIPT = [
  'RECEIPT',
  'Harbour Coffee House',
  'Receipt no. 4711',
  'Date 2026-03-12',
  'Coffee 3.20',
  'Total 3.20 EUR',
  'Thank you for your visit',
];
export const TERMS = [
  'Terms of delivery of the harbour warehouse',
  'Goods are handed over at the gate between eight and noon.',
  'What is not collected within a week is sent back at the cost of the buyer.',
];

/** A PDF with a page for each list of lines; an empty list makes a blank page. */
export async function makeStack(pages: readonly (readonly string[])[], options: PDFKit.PDFDocumentOptions = {}): Promise<Readable> {
  const pdf = new PDFDocument({ size: 'A4', margin: 60, autoFirstPage: false, ...options });
  for (const [index, lines] of pages.entries()) {
    pdf.addPage();
    for (const [place, line] of lines.entries()) pdf.fontSize(place === 0 ? 20 : 11 + (index % 2)).text(line);
  }
  pdf.end();
  return Readable.from([await buffer(pdf as unknown as Readable)]);
}

/** Pages of a file that are not turned. */
export const upright = (...numbers: number[]) => numbers.map((number) => ({ number, turn: 0 as const }));

/** A plan to split a file into these documents. */
export const planSplit = (documentsOf: AcceptSplit['documents'], dropped: number[] = []): AcceptSplit => ({
  id: crypto.randomUUID(),
  documents: documentsOf,
  dropped,
});

/** A plan to split a file into documents without a schema, each of these pages. */
export const planParts = (parts: readonly (readonly number[])[], dropped: number[] = []): AcceptSplit =>
  planSplit(
    parts.map((pages) => ({ schema_id: null, pages: upright(...pages) })),
    dropped,
  );

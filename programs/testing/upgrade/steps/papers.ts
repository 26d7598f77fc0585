import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

const INVOICE = [
  'INVOICE',
  'Northwind Mills Ltd',
  'Invoice number NW-2041',
  'Invoice date 2026-02-03',
  'Flour  40.00',
  'Total 40.00 EUR',
  'Page 1 of 1',
];
const RECEIPT = [
  'RECEIPT',
  'Harbour Coffee House',
  'Receipt no. 4711',
  'Date 2026-03-12',
  'Coffee 3.20',
  'Total 3.20 EUR',
  'Thank you for your visit',
];
const TERMS = [
  'Terms of delivery of the harbour warehouse',
  'Goods are handed over at the gate between eight and noon.',
  'What is not collected within a week is sent back at the cost of the buyer.',
];

/** A sample of the project, by file name. */
export function readSample(file: string): Buffer {
  return readFileSync(path.resolve('samples', file));
}

/** Three documents in one file: an invoice, a receipt, terms. `mark` makes it a file of its own. */
export async function makeStack(mark: string): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', margin: 60, autoFirstPage: false, info: { Title: mark } });
  for (const [index, lines] of [[...INVOICE, `Order ${mark}`], RECEIPT, TERMS].entries()) {
    pdf.addPage();
    for (const [place, line] of lines.entries()) pdf.fontSize(place === 0 ? 20 : 11 + (index % 2)).text(line);
  }
  pdf.end();
  return buffer(pdf as unknown as Readable);
}

/** An invoice that opens with a password only. */
export async function makeProtected(password: string): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'A4', margin: 60, userPassword: password, ownerPassword: `${password} of the owner` });
  for (const line of INVOICE) pdf.fontSize(12).text(line);
  pdf.end();
  return buffer(pdf as unknown as Readable);
}

/** A mail with two samples attached. */
export function makeMail(): Buffer {
  const attach = (name: string, type: string) => [
    '--=part',
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    readSample(name).toString('base64').replace(/.{76}/g, '$&\r\n'),
  ];
  const lines = [
    'From: Kestrel Joinery <bills@kestrel.example>',
    'To: desk@example.org',
    'Subject: Two bills of this week',
    'Date: Fri, 17 Apr 2026 10:00:00 +0200',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="=part"',
    '',
    '--=part',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Please find two bills attached. Both are due at the end of the month.',
    ...attach('invoice-french.pdf', 'application/pdf'),
    ...attach('bank-statement.pdf', 'application/pdf'),
    '--=part--',
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

/** A delivery note in plain text. */
export function makeDeliveryNote(number: string): Buffer {
  return Buffer.from(
    [
      'Delivery note',
      `Delivery note number: ${number}`,
      'Delivery date: 2026-05-04',
      'Driver: Ines Falk',
      '',
      'Tiles  48',
      'Grout  12',
    ].join('\n'),
  );
}

/** What is of no kind that the desk knows. */
export function makeLetter(subject: string): Buffer {
  return Buffer.from(
    `Dear neighbours,\n\nthe rehearsals for ${subject} begin again on Tuesday evening in the old fire station. Bring warm clothes, the heating has not been mended. Cake is welcome.\n\nYours, the choir\n`,
  );
}

/** As the stand-in of a deployment reads it: "Label: value" lines. */
export function makeTerse(number: string): Buffer {
  return Buffer.from(
    [
      'Invoice',
      `Invoice number: ${number}`,
      'Invoice date: 2026-03-09',
      'Seller name: Harbour Rope Works',
      'Grand total: 118.40',
      'Berth: 14 west',
    ].join('\n'),
  );
}

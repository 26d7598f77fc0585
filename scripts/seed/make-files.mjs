import { englishInvoice, frenchInvoice, germanInvoice } from '../samples/invoices.mjs';
import { markdownOrder, textReceipt } from '../samples/other-papers.mjs';
import { openPaper } from '../samples/paper.mjs';

/** The everyday kinds: how many of ten, the maker, the file's name, the schema. */
const KINDS = [
  [3, englishInvoice, 'invoice-%.pdf', 'Invoice'],
  [2, germanInvoice, 'rechnung-%.pdf', 'Invoice'],
  [2, frenchInvoice, 'facture-%.pdf', 'Invoice'],
  [1, markdownOrder, 'order-%.md', 'Purchase order'],
  [2, textReceipt, 'receipt-%.txt', 'Receipt'],
].flatMap(([share, ...kind]) => Array(share).fill(kind));
const FOLDERS = ['', '', 'post/january', 'post/february', 'scans'];

/** Three short documents in one file, as a scanner with a feeder makes it. */
async function makeStack(variant) {
  const paper = openPaper({ title: `Scan ${variant}`, author: 'Front office' });
  const pages = [
    [
      'INVOICE',
      'Northwind Mills Ltd',
      `Invoice number NW-${2041 + variant}`,
      'Invoice date 2026-02-03',
      'Flour  40.00',
      'Total 40.00 EUR',
      'Page 1 of 1',
    ],
    [
      'RECEIPT',
      'Harbour Coffee House',
      `Receipt no. ${4711 + variant}`,
      'Date 2026-03-12',
      'Coffee 3.20',
      'Total 3.20 EUR',
      'Thank you for your visit',
    ],
    [
      'Terms of delivery of the harbour warehouse',
      'Goods are handed over at the gate between eight and noon.',
      'What is not collected within a week is sent back at the cost of the buyer.',
    ],
  ];
  for (const [index, lines] of pages.entries()) {
    if (index > 0) paper.doc.addPage();
    paper.write(lines[0], 56, 60, { size: 18, bold: true });
    paper.lines(lines.slice(1), 56, 96, { size: 11, leading: 20 });
  }
  return paper.done();
}

/** A mail with an invoice attached. */
async function makeMail(variant) {
  const { bytes } = await englishInvoice(10_000 + variant);
  const lines = [
    'From: Kestrel Joinery <bills@kestrel.example>',
    'To: desk@example.org',
    `Subject: Your invoice ${variant}`,
    'Date: Fri, 17 Apr 2026 10:00:00 +0200',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="=part"',
    '',
    '--=part',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'Please find our invoice attached. It is due at the end of the month.',
    '--=part',
    'Content-Type: application/pdf; name="invoice.pdf"',
    'Content-Disposition: attachment; filename="invoice.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    bytes.toString('base64').replace(/.{76}/g, '$&\r\n'),
    '--=part--',
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}

const letter = (variant) =>
  Buffer.from(
    `Dear neighbours,\n\nthe rehearsals of group ${variant} begin again on Tuesday evening in the old fire station. Bring warm clothes, the heating has not been mended.\n\nYours, the choir\n`,
  );

/**
 * One file to drop.
 * @param {number} variant another one for every file ever, so that no two have the same content
 * @returns {Promise<{ name: string, bytes: Buffer, schema: string | null, folder: string, recognise: boolean }>} `schema`: the name of the one that a person chooses
 */
export async function makeFile(variant) {
  const folder = FOLDERS[variant % FOLDERS.length];
  const plain = { schema: null, folder, recognise: false };
  if (variant % 25 === 7) return { ...plain, name: `scan-${variant}.pdf`, bytes: await makeStack(variant) };
  if (variant % 50 === 11) return { ...plain, name: `mail-${variant}.eml`, bytes: await makeMail(variant) };
  if (variant % 40 === 13) return { ...plain, name: `letter-${variant}.txt`, bytes: letter(variant), recognise: true };
  if (variant % 40 === 33) return { ...plain, name: `note-${variant}.txt`, bytes: letter(variant) };
  if (variant % 50 === 19) return { ...plain, name: `broken-${variant}.pdf`, bytes: Buffer.from(`%PDF-1.7 and then nothing, ${variant}`) };
  const [make, name, schema] = KINDS[variant % KINDS.length];
  const { bytes } = await make(variant);
  const isRecognised = variant % 6 === 0;
  return { name: name.replace('%', variant), bytes, folder, schema: isRecognised ? null : schema, recognise: isRecognised };
}

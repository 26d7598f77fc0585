// npm run samples: draws the sample documents of the drawer into samples/, with samples.json (what they are) and truth.json (what they say).
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { englishInvoice, frenchInvoice, germanInvoice, longInvoice } from './samples/invoices.mjs';
import { contract, curriculum, markdownOrder, pictureReceipt, spanishOrder, statement, textReceipt } from './samples/other-papers.mjs';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../samples');
const SAMPLES = [
  ['invoice-english.pdf', englishInvoice, 'Joinery invoice', 'English invoice, one page, four lines', 'en', 'Invoice'],
  ['invoice-german.pdf', germanInvoice, 'Büroausstattung', 'German invoice with VAT id and IBAN', 'de', 'Invoice'],
  ['invoice-french.pdf', frenchInvoice, 'Facture d’imprimerie', 'French invoice in a ruled grid', 'fr', 'Invoice'],
  ['invoice-two-pages.pdf', longInvoice, 'Spare parts invoice', 'English invoice, 41 lines over two pages', 'en', 'Invoice'],
  ['purchase-order-spanish.pdf', spanishOrder, 'Pedido de azulejos', 'Spanish purchase order', 'es', 'Purchase order'],
  ['purchase-order.md', markdownOrder, 'Playground order', 'Purchase order written in Markdown', 'en', 'Purchase order'],
  ['contract.pdf', contract, 'Services agreement', 'English contract on two pages', 'en', 'Contract'],
  ['bank-statement.pdf', statement, 'February statement', 'Bank statement with running balance', 'en', 'Bank statement'],
  ['curriculum-vitae.pdf', curriculum, 'Data engineer', 'CV in two columns', 'en', 'CV'],
  ['receipt.txt', textReceipt, 'Till receipt', 'Receipt as plain text', 'en', 'Receipt'],
  ['receipt-photo.jpg', pictureReceipt, 'Till receipt, photographed', 'The same receipt as a picture', 'en', 'Receipt'],
];
const MEDIA_TYPES = { pdf: 'application/pdf', md: 'text/markdown', txt: 'text/plain', jpg: 'image/jpeg' };

mkdirSync(folder, { recursive: true });
const list = [];
const truth = {};
for (const [file, draw, title, description, language, schemaName] of SAMPLES) {
  const made = await draw();
  writeFileSync(path.join(folder, file), made.bytes);
  truth[file] = made.truth;
  list.push({
    name: file.replace(/\.\w+$/, ''),
    file,
    title,
    description,
    media_type: MEDIA_TYPES[file.split('.').pop()],
    language,
    schema_name: schemaName,
  });
  console.log(`${file} ${made.bytes.length} bytes`);
}
writeFileSync(path.join(folder, 'samples.json'), `${JSON.stringify(list, null, 2)}\n`);
writeFileSync(path.join(folder, 'truth.json'), `${JSON.stringify(truth, null, 2)}\n`);

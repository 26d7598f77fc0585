import sharp from 'sharp';
import { amount, cents, total } from './format.mjs';
import { drawTable, openPaper } from './paper.mjs';

/** Spanish purchase order with a grid. */
export async function spanishOrder() {
  const rows = [['AZ-104', 'Azulejo esmaltado 20 × 20, blanco', 320, 1.15], ['AZ-221', 'Cenefa decorada 20 × 5', 96, 2.4], ['AD-030', 'Adhesivo flexible, saco 25 kg', 18, 14.9]].map(
    ([item, description, quantity, price]) => ({ item_number: item, description, quantity, unit_price: price, line_total: cents(quantity * price) }),
  );
  const truth = { order_number: 'PC-2026-0093', order_date: '2026-03-03', delivery_date: '2026-03-20', buyer_name: 'Reformas Alameda S.L.', supplier_name: 'Cerámicas del Turia S.A.', total_amount: total(rows.map((row) => row.line_total)), currency: 'EUR', line_items: rows };
  const paper = openPaper({ title: 'Pedido PC-2026-0093', author: 'Reformas Alameda S.L.' });
  paper.write('Reformas Alameda S.L.', 56, 52, { bold: true, size: 15 });
  paper.lines(['Calle del Olmo 27, 41002 Sevilla', 'CIF B91234562'], 56, 74, { size: 9 });
  paper.right('PEDIDO DE COMPRA', 539, 52, { bold: true, size: 14 });
  [['Pedido nº', 'PC-2026-0093'], ['Fecha', '03/03/2026'], ['Fecha de entrega', '20/03/2026']].forEach(([label, value], index) => {
    paper.write(label, 350, 78 + index * 15, { size: 9, colour: '#57606a' });
    paper.right(value, 539, 78 + index * 15, { size: 9, bold: true });
  });
  paper.write('Proveedor', 56, 140, { size: 8.5, colour: '#57606a' });
  paper.lines(['Cerámicas del Turia S.A.', 'Polígono El Oliveral, nave 9', '46394 Ribarroja del Turia'], 56, 154);
  const y = drawTable(paper, {
    y: 224,
    columns: [{ title: 'Referencia', x: 62 }, { title: 'Descripción', x: 130 }, { title: 'Cantidad', x: 370, align: 'right' }, { title: 'Precio', x: 450, align: 'right' }, { title: 'Importe', x: 533, align: 'right' }],
    rows: rows.map((row) => [row.item_number, row.description, String(row.quantity), amount(row.unit_price, 'es'), amount(row.line_total, 'es')]),
    ruled: true,
  });
  paper.write('Importe total', 380, y + 12, { bold: true });
  paper.right(`${amount(truth.total_amount, 'es')} €`, 533, y + 12, { bold: true });
  return { bytes: await paper.done(), truth };
}

/** English service agreement of running text. */
export async function contract() {
  const truth = { title: 'Services Agreement', effective_date: '2026-05-01', parties: ['Larkspur Analytics Ltd', 'Tolliver Freight plc'], governing_law: 'England and Wales', term: '24 months', notice_period: '90 days', total_value: 184000, currency: 'GBP' };
  const paper = openPaper({ title: 'Services Agreement', author: 'Larkspur Analytics Ltd', margins: { top: 72, bottom: 72, left: 72, right: 72 } });
  const { doc } = paper;
  const clause = (heading, paragraphs) => {
    doc.moveDown(0.9).font('Times-Bold').fontSize(11).text(heading);
    for (const text of paragraphs) doc.moveDown(0.35).font('Times-Roman').fontSize(11).text(text, { align: 'justify', lineGap: 2 });
  };
  doc.font('Times-Bold').fontSize(18).fillColor('#1b1f24').text('SERVICES AGREEMENT', { align: 'center' });
  doc.moveDown(1).font('Times-Roman').fontSize(11).text('This Services Agreement (the “Agreement”) is made with effect from 1 May 2026 (the “Effective Date”) between Larkspur Analytics Ltd, a company registered in England with its office at 3 Quill Court, Leeds LS1 4AB (the “Supplier”), and Tolliver Freight plc, a company registered in England with its office at Dock House, Hull HU1 2PN (the “Customer”).', { align: 'justify', lineGap: 2 });
  clause('1. Services', ['The Supplier shall provide the forecasting services described in Schedule 1 with reasonable skill and care, using people who are suitably qualified for the work they are given.', 'The Customer shall give the Supplier access to the data, premises and staff that the Supplier reasonably needs. A delay in doing so moves the dates of Schedule 1 by the same time.', 'Neither party is obliged to accept a change to the services until both have signed a description of the change, its price and its effect on the dates.']);
  clause('2. Term', ['This Agreement begins on the Effective Date and continues for a term of 24 months, unless it is ended earlier in accordance with clause 6.']);
  clause('3. Fees', ['The total fees for the term are £184,000.00, payable in eight equal quarterly instalments against invoice. Invoices are payable within thirty days of receipt. Sums not paid when due bear interest at four per cent a year above the base rate of the Bank of England.', 'Fees are stated without value added tax, which the Customer pays in addition at the rate in force.']);
  clause('4. Confidentiality', ['Each party keeps secret what it learns of the other’s business, uses it for this Agreement only, and shows it to those of its staff and advisers who need it and are bound in the same way. This duty ends five years after the information was received.', 'It does not apply to information that is or becomes public without a breach, that the party knew before, or that a court or authority requires to be shown.']);
  clause('5. Liability', ['Nothing in this Agreement limits liability that the law does not allow to be limited. Otherwise each party’s total liability in any year is limited to the fees paid and payable for that year, and neither is liable for loss of profit or for indirect loss.', 'The Supplier keeps professional indemnity insurance of at least one million pounds for each claim during the term and for two years after it.']);
  clause('6. Ending this Agreement', ['Either party may end this Agreement by giving the other not less than 90 days’ written notice, or at once if the other commits a material breach and does not put it right within thirty days of being asked to, or becomes insolvent.', 'When this Agreement ends, the Supplier returns the Customer’s data in a usual format and deletes its copies within sixty days, save those it must keep by law.']);
  clause('7. Data protection', ['Where the Supplier handles personal data for the Customer it does so on documented instructions only, keeps it secure, tells the Customer of a breach without undue delay and in any case within forty-eight hours, and engages no further processor without consent.']);
  clause('8. General', ['This Agreement is the whole agreement between the parties on its subject. A change to it is valid only in writing and signed by both. If a part of it is found invalid, the rest remains in force. Neither party may transfer it without the consent of the other, which shall not be unreasonably withheld.', 'Notices are given in writing to the addresses above and count as received two working days after posting, or on delivery if by hand.']);
  clause('9. Governing law', ['This Agreement and any dispute arising from it are governed by the law of England and Wales, and the courts of England and Wales have exclusive jurisdiction.']);
  doc.moveDown(2).font('Times-Roman').text('Signed for Larkspur Analytics Ltd: ______________________     Name: Imogen Hale, Director');
  doc.moveDown(1.4).text('Signed for Tolliver Freight plc: ______________________     Name: Owen Tolliver, Chief Executive');
  return { bytes: await paper.done(), truth };
}

/** English bank statement with a running balance. */
export async function statement() {
  const bookings = [['2026-02-02', 'Card payment Alder & Finch Books', -23.4], ['2026-02-03', 'Standing order rent', -860], ['2026-02-06', 'Salary Brackwell Surveyors', 2412.66], ['2026-02-09', 'Direct debit Northern Water', -31.18], ['2026-02-14', 'Card payment Greengate Market', -64.05], ['2026-02-19', 'Transfer from M Osei', 120], ['2026-02-23', 'Direct debit Fell Broadband', -28], ['2026-02-27', 'Cash withdrawal High Street', -50]];
  let balance = 1204.37;
  const transactions = bookings.map(([date, description, value]) => {
    balance = cents(balance + value);
    return { date, description, amount: value, balance };
  });
  const truth = { bank_name: 'Pennine Mutual Bank', account_holder: 'Ms Adwoa Osei', iban: 'GB29NWBK60161331926819', statement_date: '2026-02-28', period_from: '2026-02-01', period_to: '2026-02-28', opening_balance: 1204.37, closing_balance: balance, currency: 'GBP', transactions };
  const day = (date) => `${Number(date.slice(8))} Feb 2026`;
  const paper = openPaper({ title: 'Statement February 2026', author: 'Pennine Mutual Bank' });
  paper.box(0, 0, 596, 34, { fill: '#12355b', stroke: '#12355b' });
  paper.write('Pennine Mutual Bank', 56, 11, { bold: true, size: 13, colour: '#ffffff' });
  paper.write('Account statement', 56, 56, { bold: true, size: 16 });
  paper.lines(['Account holder: Ms Adwoa Osei', 'IBAN: GB29 NWBK 6016 1331 9268 19'], 56, 84);
  paper.lines(['Statement date: 28 February 2026', 'Period: 1 February 2026 to 28 February 2026'], 320, 84);
  paper.write('Opening balance', 320, 128);
  paper.right(`£${amount(1204.37, 'en')}`, 539, 128);
  const y = drawTable(paper, {
    y: 164,
    columns: [{ title: 'Date', x: 62 }, { title: 'Details', x: 140 }, { title: 'Amount', x: 440, align: 'right' }, { title: 'Balance', x: 533, align: 'right' }],
    rows: transactions.map((row) => [day(row.date), row.description, amount(row.amount, 'en'), amount(row.balance, 'en')]),
  });
  paper.rule(56, y, 539);
  paper.write('Closing balance', 320, y + 10, { bold: true });
  paper.right(`£${amount(balance, 'en')}`, 539, y + 10, { bold: true });
  return { bytes: await paper.done(), truth };
}

/** English CV with a side column. */
export async function curriculum() {
  const truth = { full_name: 'Marisol Quintero', email: 'marisol.quintero@example.org', phone: '+44 20 7946 0182', location: 'Manchester', current_position: 'Senior Data Engineer', skills: ['Python', 'SQL', 'Kafka', 'dbt', 'Terraform'], languages: ['English', 'Spanish', 'Portuguese'] };
  const paper = openPaper({ title: 'CV Marisol Quintero', author: 'Marisol Quintero' });
  paper.write('Marisol Quintero', 56, 54, { bold: true, size: 22 });
  paper.write('Senior Data Engineer', 56, 82, { size: 12, colour: '#57606a' });
  paper.rule(56, 104, 539);
  paper.write('Contact', 56, 118, { bold: true });
  paper.lines(['marisol.quintero@example.org', '+44 20 7946 0182', 'Manchester'], 56, 134, { size: 9 });
  paper.write('Skills', 56, 196, { bold: true });
  paper.lines(truth.skills, 56, 212, { size: 9 });
  paper.write('Languages', 56, 296, { bold: true });
  paper.lines(truth.languages, 56, 312, { size: 9 });
  paper.write('Experience', 220, 118, { bold: true, size: 12 });
  const jobs = [['Senior Data Engineer', 'Calder Retail Group', '2022 to present', 'Moved nightly batch loads to streams; halved the cost of the warehouse.'], ['Data Engineer', 'Ashdown Insurance', '2018 to 2022', 'Built the claims data model and its tests.'], ['Analyst', 'Port of Liverpool', '2015 to 2018', 'Reported berth use and delays.']];
  jobs.forEach(([title, employer, period, text], index) => {
    const y = 142 + index * 66;
    paper.write(`${title}, ${employer}`, 220, y, { bold: true });
    paper.write(period, 220, y + 14, { size: 9, colour: '#57606a' });
    paper.write(text, 220, y + 28, { size: 9, width: 318 });
  });
  paper.write('Education', 220, 350, { bold: true, size: 12 });
  paper.write('MSc Computer Science, University of Leeds, 2015', 220, 370, { size: 9.5 });
  return { bytes: await paper.done(), truth };
}

const RECEIPT = ['        THE PAPER KITE', '    Stationery & Small Gifts', '   31 Bridge Street, York YO1 6DA', '', 'Date: 14/02/2026       Time: 15:42', 'Receipt no: 004417', '--------------------------------', 'Fountain pen, blue         18.50', 'Notebook A5 x2             11.00', 'Wrapping paper              3.25', '--------------------------------', 'Subtotal                   32.75', 'VAT 20% included            5.46', 'TOTAL GBP                  32.75', 'Card ****1183              32.75', '', '     Thank you, come again!'];
const RECEIPT_TRUTH = { merchant_name: 'THE PAPER KITE', date: '2026-02-14', total: 32.75, tax: 5.46, currency: 'GBP', receipt_number: '004417' };

/** Receipt as plain text. `variant`: another number. */
export function textReceipt(variant = 0) {
  const number = String(4417 + variant).padStart(6, '0');
  const text = `${RECEIPT.join('\n')}\n`.replace(RECEIPT_TRUTH.receipt_number, number);
  return { bytes: Buffer.from(text), truth: { ...RECEIPT_TRUTH, receipt_number: number } };
}

/** The same till roll as a picture, slightly turned, on a table. */
export async function pictureReceipt() {
  const escape = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const rows = RECEIPT.map((text, index) => `<text x="40" y="${90 + index * 44}" xml:space="preserve">${escape(text)}</text>`).join('');
  const roll = `<svg xmlns="http://www.w3.org/2000/svg" width="860" height="900"><rect width="860" height="900" fill="#fdfcf8"/><g font-family="DejaVu Sans Mono" font-size="34" fill="#23211f" transform="scale(0.98 1)">${rows}</g></svg>`;
  const bytes = await sharp(Buffer.from(roll)).rotate(1.2, { background: '#8a7a66' }).extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#8a7a66' }).jpeg({ quality: 86 }).toBuffer();
  return { bytes, truth: RECEIPT_TRUTH };
}

/** An order that somebody wrote in Markdown. `variant`: another number. */
export function markdownOrder(variant = 0) {
  const number = `2026-${118 + variant}`;
  const text = `# Purchase order ${number}

**Buyer:** Orchard Lane School\\
**Supplier:** Bright & Sons Playground Ltd\\
**Order date:** 5 May 2026\\
**Delivery date:** 29 May 2026

| Item | Description | Quantity | Unit price | Total |
|---|---|---:|---:|---:|
| PG-10 | Balance beam, larch | 2 | 145.00 | 290.00 |
| PG-31 | Climbing net 3 m | 1 | 418.50 | 418.50 |
| PG-77 | Rubber tile 50 cm | 60 | 7.20 | 432.00 |

**Total amount:** GBP 1,140.50
`;
  return {
    bytes: Buffer.from(text),
    truth: { order_number: number, order_date: '2026-05-05', delivery_date: '2026-05-29', buyer_name: 'Orchard Lane School', supplier_name: 'Bright & Sons Playground Ltd', total_amount: 1140.5, currency: 'GBP' },
  };
}

import { amount, cents, total } from './format.mjs';
import { drawTable, openPaper } from './paper.mjs';

/** Items of a variant: 0 is the sample itself, others have other quantities. */
const vary = (items, variant) => items.map(([description, quantity, unitPrice]) => [description, quantity + (variant % 9), unitPrice]);
const rowsOf = (items) => items.map(([description, quantity, unitPrice]) => ({ description, quantity, unit_price: unitPrice, line_total: cents(quantity * unitPrice) }));
const values = (invoice, rows, rate) => {
  const net = total(rows.map((row) => row.line_total));
  const tax = cents((net * rate) / 100);
  return { ...invoice, net_total: net, tax_total: tax, grand_total: cents(net + tax), line_items: rows };
};

/** English invoice, letterhead left, label column right, open table. `variant`: another number and other quantities. */
export async function englishInvoice(variant = 0) {
  const number = `HL-2026-${String(418 + variant).padStart(4, '0')}`;
  const truth = values(
    { invoice_number: number, invoice_date: '2026-03-12', due_date: '2026-04-11', seller_name: 'Harbour Lane Joinery Ltd', buyer_name: 'Copperfield Cafés Group', order_reference: 'PO-77120', currency: 'GBP' },
    rowsOf(vary([['Oak counter top, oiled, 2.4 m', 2, 486.5], ['Bar stool, beech', 12, 74.25], ['Shelf bracket, black steel', 18, 9.8], ['Delivery and fitting, two days', 1, 640]], variant)),
    20,
  );
  const paper = openPaper({ title: `Invoice ${number}`, author: 'Harbour Lane Joinery Ltd' });
  paper.write('Harbour Lane Joinery Ltd', 56, 56, { bold: true, size: 17, colour: '#0b4f6c' });
  paper.lines(['Unit 4, Old Rope Works', 'Bristol BS1 6TR', 'VAT no. GB 123 4567 82'], 56, 80, { size: 9, colour: '#57606a' });
  paper.write('INVOICE', 440, 56, { bold: true, size: 20, colour: '#57606a' });
  paper.write('Bill to', 56, 150, { size: 8.5, colour: '#57606a' });
  paper.lines(['Copperfield Cafés Group', '18 Market Street', 'Bath BA1 1LN'], 56, 164, { bold: false });
  const facts = [['Invoice no.', number], ['Invoice date', '12 March 2026'], ['Due date', '11 April 2026'], ['Your order', 'PO-77120']];
  facts.forEach(([label, value], index) => {
    paper.write(label, 360, 150 + index * 16, { colour: '#57606a' });
    paper.write(value, 450, 150 + index * 16, { bold: true });
  });
  let y = drawTable(paper, {
    y: 250,
    columns: [{ title: 'Description', x: 62 }, { title: 'Qty', x: 350, align: 'right' }, { title: 'Unit price', x: 440, align: 'right' }, { title: 'Amount', x: 533, align: 'right' }],
    rows: truth.line_items.map((row) => [row.description, String(row.quantity), amount(row.unit_price, 'en'), amount(row.line_total, 'en')]),
    ruled: true,
  });
  y += 14;
  for (const [label, value, bold] of [['Subtotal', truth.net_total], ['VAT 20%', truth.tax_total], ['Total GBP', truth.grand_total, true]]) {
    paper.write(label, 390, y, { bold });
    paper.right(`£${amount(value, 'en')}`, 533, y, { bold });
    y += 18;
  }
  paper.lines(['Payment within 30 days to Severn Bank, sort code 20-45-11, account 70223418.', 'Thank you for your business.'], 56, 700, { size: 8.5, colour: '#57606a' });
  return { bytes: await paper.done(), truth };
}

/** German invoice after DIN 5008: address window, info block, ruled table, IBAN in the foot. `variant` as above. */
export async function germanInvoice(variant = 0) {
  const number = `R-2026/${String(392 + variant).padStart(5, '0')}`;
  const truth = values(
    { invoice_number: number, invoice_date: '2026-02-27', due_date: '2026-03-13', seller_name: 'Grünwald Bürotechnik GmbH', seller_vat_id: 'DE136695976', buyer_name: 'Stadtbibliothek Oberndorf', order_reference: 'B-4471', currency: 'EUR', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    rowsOf(vary([['Etikettendrucker TD-410', 3, 289], ['Thermoetiketten, Rolle zu 1.000 Stück', 40, 6.45], ['Einrichtung vor Ort (Stunden)', 4.5, 92], ['Fahrtkostenpauschale', 1, 48]], variant)),
    19,
  );
  const paper = openPaper({ title: `Rechnung ${number}`, author: 'Grünwald Bürotechnik GmbH' });
  paper.right('Grünwald Bürotechnik GmbH', 539, 50, { bold: true, size: 14 });
  paper.lines(['Lindenstraße 12', '70563 Stuttgart', 'Telefon 0711 555 01 20'], 430, 72, { size: 8.5, leading: 12 });
  paper.write('Grünwald Bürotechnik GmbH · Lindenstraße 12 · 70563 Stuttgart', 56, 132, { size: 6.5, colour: '#57606a' });
  paper.lines(['Stadtbibliothek Oberndorf', 'Frau Dr. Öztürk', 'Schloßplatz 3', '78727 Oberndorf'], 56, 146);
  [['Rechnungsnummer', number], ['Rechnungsdatum', '27.02.2026'], ['Leistungsdatum', '24.02.2026'], ['Ihre Bestellung', 'B-4471']].forEach(([label, value], index) => {
    paper.write(label, 350, 146 + index * 15, { size: 9 });
    paper.write(value, 450, 146 + index * 15, { size: 9 });
  });
  paper.write('Rechnung', 56, 246, { bold: true, size: 15 });
  paper.write('Sehr geehrte Frau Dr. Öztürk, wir berechnen Ihnen wie vereinbart:', 56, 272, { size: 9.5 });
  let y = drawTable(paper, {
    y: 302,
    columns: [{ title: 'Pos.', x: 62 }, { title: 'Bezeichnung', x: 92 }, { title: 'Menge', x: 350, align: 'right' }, { title: 'Einzelpreis', x: 440, align: 'right' }, { title: 'Gesamt', x: 533, align: 'right' }],
    rows: truth.line_items.map((row, index) => [String(index + 1), row.description, amount(row.quantity, 'de').replace(',00', ''), `${amount(row.unit_price, 'de')} €`, `${amount(row.line_total, 'de')} €`]),
  });
  paper.rule(56, y, 539);
  y += 10;
  for (const [label, value, bold] of [['Nettobetrag', truth.net_total], ['zzgl. 19 % MwSt.', truth.tax_total], ['Rechnungsbetrag', truth.grand_total, true]]) {
    paper.write(label, 350, y, { bold });
    paper.right(`${amount(value, 'de')} €`, 533, y, { bold });
    y += 17;
  }
  paper.write('Bitte überweisen Sie den Betrag bis zum 13.03.2026 ohne Abzug.', 56, y + 20, { size: 9.5 });
  paper.rule(56, 760, 539);
  paper.lines(['Amtsgericht Stuttgart HRB 20145', 'USt-IdNr. DE136695976', 'Geschäftsführer: Jörg Grünwald'], 56, 768, { size: 7.5, leading: 10 });
  paper.lines(['Musterbank Stuttgart', 'IBAN DE89 3704 0044 0532 0130 00', 'BIC COBADEFFXXX'], 330, 768, { size: 7.5, leading: 10 });
  return { bytes: await paper.done(), truth };
}

/** French invoice, framed boxes, ruled grid. `variant` as above. */
export async function frenchInvoice(variant = 0) {
  const number = `FA-26-${1187 + variant}`;
  const truth = values(
    { invoice_number: number, invoice_date: '2026-01-19', due_date: '2026-02-18', seller_name: 'Imprimerie des Deux Rives SARL', seller_vat_id: 'FR40303265045', buyer_name: 'Théâtre de la Fontaine', currency: 'EUR', iban: 'FR1420041010050500013M02606' },
    rowsOf(vary([['Affiche 60 × 80 cm, quadrichromie', 250, 1.85], ['Programme A5, 16 pages', 1200, 0.94], ['Carton d’invitation', 400, 0.38]], variant)),
    20,
  );
  const paper = openPaper({ title: `Facture ${number}`, author: 'Imprimerie des Deux Rives SARL' });
  paper.write('Imprimerie des Deux Rives SARL', 56, 52, { bold: true, size: 13 });
  paper.lines(['7, quai Saint-Antoine', '69002 Lyon', 'N° TVA : FR40 303265045'], 56, 72, { size: 9 });
  paper.box(330, 52, 209, 92);
  paper.lines(['Facturé à :', 'Théâtre de la Fontaine', '22, rue des Lilas', '38000 Grenoble'], 340, 62);
  paper.write('FACTURE', 56, 168, { bold: true, size: 18 });
  paper.box(56, 198, 483, 40);
  ['Facture n°', 'Date de facture', 'Échéance'].forEach((label, index) => paper.write(label, 66 + index * 160, 204, { size: 8, colour: '#57606a' }));
  [number, '19/01/2026', '18/02/2026'].forEach((value, index) => paper.write(value, 66 + index * 160, 219, { bold: true }));
  let y = drawTable(paper, {
    y: 268,
    head: '#e6ebe3',
    columns: [{ title: 'Désignation', x: 62 }, { title: 'Quantité', x: 350, align: 'right' }, { title: 'Prix unitaire HT', x: 445, align: 'right' }, { title: 'Montant HT', x: 533, align: 'right' }],
    rows: truth.line_items.map((row) => [row.description, String(row.quantity), amount(row.unit_price, 'fr'), amount(row.line_total, 'fr')]),
    ruled: true,
  });
  y += 12;
  for (const [label, value, bold] of [['Total HT', truth.net_total], ['TVA 20 %', truth.tax_total], ['Total TTC', truth.grand_total, true]]) {
    paper.write(label, 380, y, { bold });
    paper.right(`${amount(value, 'fr')} €`, 533, y, { bold });
    y += 17;
  }
  paper.lines(['Règlement par virement sous 30 jours.', 'IBAN : FR14 2004 1010 0505 0001 3M02 606'], 56, 720, { size: 9 });
  return { bytes: await paper.done(), truth };
}

const PARTS = ['Ball bearing', 'Drive belt', 'Shaft seal', 'Spur gear', 'Lock washer', 'Grease nipple', 'Tension spring', 'Guide rail', 'Limit switch', 'Cable gland'];
const GRADES = ['light', 'medium', 'heavy', 'stainless'];

/** English invoice whose 41 rows run over two pages, with the sums on the second. */
export async function longInvoice() {
  const rows = Array.from({ length: 41 }, (_, index) => {
    const quantity = ((index * 7) % 23) + 1;
    const unitPrice = cents(1.35 + ((index * 37) % 211) * 0.43);
    return { item_number: `MT-${String(2004 + index * 13)}`, description: `${PARTS[index % PARTS.length]}, ${GRADES[(index * 3) % 4]}`, quantity, unit_price: unitPrice, line_total: cents(quantity * unitPrice) };
  });
  const truth = values({ invoice_number: '90018274', invoice_date: '2026-04-02', due_date: '2026-05-02', seller_name: 'Meridian Transmission Parts Inc.', buyer_name: 'Northgate Packaging LLC', order_reference: '4500088123', currency: 'USD' }, rows, 8.25);
  const paper = openPaper({ title: 'Invoice 90018274', author: 'Meridian Transmission Parts Inc.' });
  const head = (page) => {
    paper.write('Meridian Transmission Parts Inc.', 56, 48, { bold: true, size: 13 });
    paper.write('2200 Foundry Avenue, Dayton, OH 45404', 56, 66, { size: 8.5 });
    paper.right('Invoice 90018274', 539, 48, { bold: true, size: 12 });
    paper.right(`Page ${page} of 2`, 539, 66, { size: 8.5 });
  };
  head(1);
  paper.lines(['Sold to:', 'Northgate Packaging LLC', '14 Industrial Parkway', 'Toledo, OH 43607'], 56, 104);
  [['Invoice number:', '90018274'], ['Invoice date:', 'April 2, 2026'], ['Payment due:', 'May 2, 2026'], ['Purchase order:', '4500088123']].forEach(([label, value], index) => {
    paper.right(label, 450, 104 + index * 15, { size: 9.5 });
    paper.write(value, 458, 104 + index * 15);
  });
  let y = drawTable(paper, {
    y: 190,
    bottom: 770,
    columns: [{ title: 'Item no.', x: 62 }, { title: 'Description', x: 130 }, { title: 'Qty', x: 360, align: 'right' }, { title: 'Unit price', x: 445, align: 'right' }, { title: 'Amount', x: 533, align: 'right' }],
    rows: rows.map((row) => [row.item_number, row.description, String(row.quantity), amount(row.unit_price, 'en'), amount(row.line_total, 'en')]),
    turn: () => {
      paper.doc.addPage();
      head(2);
      return 104;
    },
  });
  paper.rule(360, y + 2, 539);
  y += 12;
  for (const [label, value, bold] of [['Net amount', truth.net_total], ['Sales tax 8.25%', truth.tax_total], ['Amount due (USD)', truth.grand_total, true]]) {
    paper.write(label, 360, y, { bold });
    paper.right(`$${amount(value, 'en')}`, 533, y, { bold });
    y += 17;
  }
  return { bytes: await paper.done(), truth };
}

import type { DocumentWriter } from './document-writer.ts';
import { addDays, makeAddress, makeCode, makeCompany, makeName, makePerson } from './random-values.ts';

type Words = {
  total: string[];
  sub: string[];
  tax: string[];
  cash: string[];
  change: string[];
  rounding: string[];
  bill: string[];
  date: string[];
  title: string[];
  thanks: string[];
};
const ENGLISH: Words = {
  total: [
    'Total',
    'TOTAL',
    'Grand Total',
    'Total Amount',
    'Total (incl. tax)',
    'Total incl. GST',
    'Amount due',
    'Total Sales (Inclusive of tax)',
    'Nett Total',
    'Total payable',
    'TOTAL AMT',
    'Bill Total',
  ],
  sub: ['Subtotal', 'Sub Total', 'SUB-TOTAL', 'Total excl. tax', 'Total Sales (Excluding GST)', 'Amount before tax'],
  tax: ['Tax', 'GST', 'Sales tax', 'VAT', 'Total GST', 'Service tax 6%', 'Tax 8.25%'],
  cash: ['Cash', 'CASH', 'Paid', 'Amount tendered', 'VISA', 'Credit card', 'Payment', 'Cash received'],
  change: ['Change', 'CHANGE', 'Change due', 'Balance'],
  rounding: ['Rounding', 'Rounding Adj', 'Round adj.'],
  bill: ['Bill No', 'Receipt No', 'Invoice No', 'Receipt #', 'Trans', 'Slip No.', 'Doc No', 'Check #', 'Tax Invoice No.'],
  date: ['Date', 'DATE', 'Date/Time', 'Bill Date', ''],
  title: ['RECEIPT', 'TAX INVOICE', 'Invoice', 'CASH BILL', 'Sales receipt', 'SIMPLIFIED TAX INVOICE'],
  thanks: ['Thank you, please come again', 'Goods sold are not returnable', 'Exchange within 7 days with receipt', 'Thank you!'],
};
const OTHERS: Words[] = [
  {
    total: ['Summe', 'SUMME', 'Gesamtbetrag', 'Zu zahlen', 'Total EUR', 'Endbetrag'],
    sub: ['Zwischensumme', 'Netto', 'Summe netto'],
    tax: ['MwSt. 19%', 'MwSt', 'USt 7%', 'enth. MwSt'],
    cash: ['Bar', 'Gegeben', 'Girocard', 'EC-Karte', 'Bezahlt'],
    change: ['Rückgeld', 'Zurück'],
    rounding: ['Rundung'],
    bill: ['Beleg-Nr.', 'Bon-Nr.', 'Rechnung Nr.', 'Belegnummer'],
    date: ['Datum', '', 'Datum/Zeit'],
    title: ['QUITTUNG', 'Rechnung', 'Kassenbon', 'Kundenbeleg'],
    thanks: ['Vielen Dank für Ihren Einkauf', 'Es bediente Sie', 'Umtausch nur mit Bon'],
  },
  {
    total: ['TOTAL', 'Total TTC', 'Net à payer', 'Total a pagar', 'Totale', 'Importe total', 'Totaal', 'Te betalen'],
    sub: ['Sous-total', 'Total HT', 'Subtotal', 'Subtotale', 'Base imponible'],
    tax: ['TVA 20%', 'IVA 21%', 'TVA', 'BTW 9%', 'IVA'],
    cash: ['Espèces', 'Carte bancaire', 'Efectivo', 'Contanti', 'Pin'],
    change: ['Rendu', 'Cambio', 'Resto', 'Wisselgeld'],
    rounding: ['Arrondi', 'Redondeo', 'Afronding'],
    bill: ['Ticket n°', 'Facture n°', 'Factura nº', 'Scontrino n.', 'Bonnummer'],
    date: ['Date', 'Fecha', 'Data', 'Datum', ''],
    title: ['TICKET', 'FACTURE', 'FACTURA SIMPLIFICADA', 'SCONTRINO', 'KASSABON'],
    thanks: ['Merci de votre visite', 'Gracias por su visita', 'Grazie e arrivederci', 'Tot ziens'],
  },
];

/** A shop's receipt, as printed or as a scan: head of the shop, rows, sums, payment, summary of tax. */
export function writeReceipt(writer: DocumentWriter): void {
  const { pick, random, size, width, style } = writer;
  const words = writer.chance(0.6) ? ENGLISH : pick(OTHERS);
  const middle = width / 2;
  const centred = writer.chance(0.8);
  const [left, right] = [16 + random() * 10, width - 16 - random() * 20];
  const line = (text: string, options: { big?: boolean } = {}) => {
    writer.print(text, centred ? middle : left, writer.y, { align: centred ? 'centre' : 'left', size: options.big ? size * 1.3 : size });
    writer.y += size * (options.big ? 1.8 : 1.4);
  };
  const pair = (label: string, value: string) => {
    if (writer.chance(0.5)) writer.print(`${label}${label ? pick([':', ' :', '']) : ''} ${value}`.trim(), left, writer.y);
    else {
      writer.print(`${label}${pick([':', ''])}`, left, writer.y);
      writer.print(value, left + Math.max(70, writer.widthOf(label) + 8), writer.y);
    }
    writer.y += size * 1.4;
  };
  const shop = writer.chance(0.35)
    ? `${makeName(pick)} ${pick(['Restaurant', 'Café', 'Pharmacy', 'Hardware', 'Bakery', 'Market', 'Books & Gifts'])}`
    : writer.chance(0.25)
      ? `${pick(['The', 'Café', 'Chez', 'Zum', 'La'])} ${makeName(pick)} ${pick(['Lantern', 'Garden', 'Corner', 'Mill', '', ''])}`.trim()
      : makeCompany(pick, random);
  const name = writer.chance(0.5) ? shop.toUpperCase() : shop;
  if (writer.chance(0.2)) line(pick([makePerson(pick).toLowerCase(), 'Original', 'Welcome', '*** COPY ***', makeName(pick).slice(0, 4)]));
  line(name, { big: writer.chance(0.4) });
  if (writer.chance(0.35)) line(makeTrade(writer));
  if (writer.chance(0.5)) line(`(${Math.floor(1e5 + random() * 9e5)}-${pick(['A', 'X', 'V', 'T', 'K'])})`);
  if (writer.chance(0.15)) line(`(${makeName(pick)} Branch)`);
  const address = makeShopAddress(writer);
  for (const text of address) line(text);
  if (writer.chance(0.6))
    line(
      `Tel: ${Math.floor(10 + random() * 89)}-${Math.floor(1e6 + random() * 8e6)}${writer.chance(0.3) ? `  Fax: ${Math.floor(1e7 + random() * 8e7)}` : ''}`,
    );
  if (writer.chance(0.5)) line(`${pick(['GST Reg No', 'Tax ID', 'GST ID', 'VAT No', 'USt-ID'])}: ${Math.floor(1e11 + random() * 8e11)}`);
  if (writer.chance(0.7)) line(pick(words.title), { big: writer.chance(0.3) });
  const iso = addDays('2015-01-01', Math.floor(random() * 3600));
  const time = `${String(Math.floor(8 + random() * 14)).padStart(2, '0')}:${String(Math.floor(random() * 60)).padStart(2, '0')}`;
  const bill = makeCode(pick, random);
  const facts: [string, string][] = [
    [pick(words.bill), bill],
    [pick(words.date), `${style.date(iso)}${writer.chance(0.6) ? ` ${time}` : ''}`],
  ];
  if (writer.chance(0.4))
    facts.push([
      pick(['Cashier', 'Table', 'Served by', 'Station', 'Pax']),
      pick([makePerson(pick), String(Math.floor(1 + random() * 40))]),
    ]);
  if (writer.chance(0.25)) facts.push([pick(['Member', 'Customer', 'Salesperson']), makePerson(pick)]);
  if (writer.chance(0.5)) facts.reverse();
  const dateLast = writer.chance(0.15);
  for (const [label, value] of facts) if (!(dateLast && value.startsWith(style.date(iso)))) pair(label, value);
  writer.y += size;
  const total = setItems(writer, words, left, right);
  if (dateLast) pair('', `${style.date(iso)} ${time}`);
  if (writer.chance(0.6)) line(pick(words.thanks));
  askReceipt(writer, { name, address, iso, total, bill });
}

type Asked = { name: string; address: string[]; iso: string; total: number; bill: string };

/** Asks for what a receipt says. */
function askReceipt(writer: DocumentWriter, { name, address, iso, total, bill }: Asked): void {
  const { pick } = writer;
  writer.ask(
    pick(['company', 'shop', 'shop_name', 'merchant', 'store', 'merchant_name', 'seller']),
    'string',
    name,
    pick(['Name of the shop', 'Company that issued the receipt', 'Merchant', '']),
  );
  writer.ask(
    pick(['address', 'shop_address', 'store_address', 'merchant_address']),
    'string',
    address.join(' '),
    pick(['Address of the shop', 'Address of the company', 'Postal address', '']),
  );
  writer.ask(
    pick(['date', 'purchase_date', 'receipt_date', 'transaction_date']),
    'date',
    iso,
    pick(['Date of the receipt', 'Date of purchase', 'Day of the purchase', '']),
  );
  writer.ask(
    pick(['total', 'total_amount', 'grand_total', 'amount']),
    'money',
    total,
    pick(['Total amount', 'Total amount paid', 'Total including tax', '']),
  );
  if (writer.chance(0.4))
    writer.ask(pick(['receipt_number', 'receipt_no', 'bill_number']), 'string', bill, pick(['Number of the receipt', '']));
}

const WARES = [
  'Books',
  'Gifts',
  'Paper',
  'Cards',
  'Bread',
  'Pastry',
  'Tools',
  'Paint',
  'Toys',
  'Tea',
  'Coffee',
  'Flowers',
  'Shoes',
  'Hardware',
];
const SORTS = ['Fine', 'Fresh', 'Handmade', 'Quality', 'Used', 'Organic', 'Office', 'Home', 'Small'];

/** What a shop says it sells, under its name. */
function makeTrade(writer: DocumentWriter): string {
  const { pick, random } = writer;
  const wares = () => `${writer.chance(0.4) ? `${pick(SORTS)} ` : ''}${pick(WARES)}`;
  if (writer.chance(0.2)) return pick(['Fresh every day', 'Your local grocer', `Stationers since ${1900 + Math.floor(random() * 110)}`]);
  const text = writer.chance(0.8) ? `${wares()} ${pick(['&', 'and'])} ${wares()}` : `${wares()}, ${wares()}, ${wares()}`;
  return writer.chance(0.3) ? text.toUpperCase() : text;
}

/** An address of a shop over one to four lines. */
function makeShopAddress(writer: DocumentWriter): string[] {
  const { pick, random } = writer;
  if (writer.chance(0.5)) return makeAddress(pick, random);
  const number = Math.floor(1 + random() * 99);
  const code = Math.floor(10000 + random() * 89999);
  const parts = [
    `${pick(['No.', 'Lot', 'No', 'Unit', ''])} ${number}${pick(['', '-A', ', Ground Floor', ' & 14'])}, ${pick(['Jalan', 'Street', 'Rue', 'Via', 'Avenue', 'Lorong'])} ${makeName(pick)} ${Math.floor(1 + random() * 9)}${pick(['', '/4', '/23'])},`.trim(),
    `${pick(['Taman', 'Park', 'Bandar', 'Quarter', 'Section'])} ${makeName(pick)},`,
    `${code} ${makeName(pick)}${pick([',', ''])} ${makeName(pick)}${pick(['.', ''])}`,
  ];
  if (writer.chance(0.3)) parts.push(`${makeName(pick)} ${pick(['Darul', 'State', 'County'])}`);
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last && writer.chance(0.25)) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(part);
  }
  return writer.chance(0.3) ? lines.map((text) => text.toUpperCase()) : lines;
}

/** Rows, sums and payment; gives the total. */
function setItems(writer: DocumentWriter, words: Words, left: number, right: number): number {
  const { pick, random, size } = writer;
  const plain = (value: number) => writer.style.money(value).replace(/[^\d.,-]/g, '');
  const sign = pick(['', '', 'RM ', '$', '€']);
  const put = (label: string, value: number, big = false) => {
    writer.print(`${label}${pick([':', '', ' :'])}`, pick([left, left, left + 50]), writer.y, { size: big ? size * 1.2 : size, bold: big });
    writer.print(`${sign}${plain(value)}`, right, writer.y, { align: 'right', size: big ? size * 1.2 : size });
    writer.y += size * (big ? 1.8 : 1.45);
  };
  if (writer.chance(0.4)) {
    writer.print(pick(['Item', 'Description', 'Artikel', 'Qty Description']), left, writer.y);
    writer.print(pick(['Amount', 'Price', 'Total', 'Amt']), right, writer.y, { align: 'right' });
    writer.y += size * 1.5;
  }
  let sum = 0;
  const two = writer.chance(0.4);
  for (let row = 1 + Math.floor(random() * 7); row > 0; row--) {
    const count = writer.chance(0.3) ? 1 + Math.floor(random() * 4) : 1;
    const price = Math.round((0.5 + random() ** 2 * 60) * 100) / 100;
    const amount = Math.round(price * count * 100) / 100;
    sum += amount;
    const text = `${makeName(pick)} ${pick(['tea', 'bread', 'set', 'cable', 'rice', 'bolt', 'Kaffee', 'menu'])}`.toUpperCase();
    if (two) {
      writer.print(text, left, writer.y);
      writer.y += size * 1.35;
      writer.print(`${count} ${pick(['x', 'X', '@'])} ${plain(price)}`, left + 10, writer.y);
    } else writer.print(`${writer.chance(0.4) ? `${count} ` : ''}${text}`, left, writer.y);
    writer.print(plain(amount), right, writer.y, { align: 'right' });
    writer.y += size * 1.45;
  }
  sum = Math.round(sum * 100) / 100;
  const taxed = writer.chance(0.6);
  const inside = writer.chance(0.5);
  const tax = taxed ? Math.round(sum * 6) / 100 : 0;
  const total = Math.round((inside ? sum : sum + tax) * 100) / 100;
  // To the next coin of five.
  const rounding = writer.chance(0.4) ? Math.round(Math.round(total * 20) * 5 - total * 100) / 100 : 0;
  const due = Math.round((total + rounding) * 100) / 100;
  writer.y += size * 0.6;
  if (writer.chance(0.6)) put(pick(words.sub), inside ? Math.round((sum - tax) * 100) / 100 : sum);
  const named = taxed && writer.chance(0.7);
  if (named) put(pick(words.tax), tax);
  if (rounding) {
    // The sum before rounding is called a total as well.
    if (writer.chance(0.7)) put(pick(words.total), total);
    put(pick(words.rounding), rounding);
  }
  const last =
    rounding && writer.chance(0.6) ? pick(['Rounded total', 'Nett Total', 'Amount payable', 'Total rounded']) : pick(words.total);
  put(last, due, writer.chance(0.4));
  if (writer.chance(0.6)) {
    const paid = writer.chance(0.5) ? due : Math.ceil((due + 0.01) / 10) * 10;
    put(pick(words.cash), paid);
    if (writer.chance(0.8)) put(pick(words.change), Math.round((paid - due) * 100) / 100);
  }
  const summed = taxed && writer.chance(0.4);
  if (summed) {
    writer.print(pick(['GST Summary', 'Tax summary', 'Steuer']), left, writer.y);
    writer.print(pick(['Amount', 'Net', 'Netto']), right - 60, writer.y, { align: 'right' });
    writer.print(pick(['Tax', 'GST', 'MwSt']), right, writer.y, { align: 'right' });
    writer.y += size * 1.4;
    writer.print('S 6%', left, writer.y);
    writer.print(plain(Math.round((due - tax) * 100) / 100), right - 60, writer.y, { align: 'right' });
    writer.print(plain(tax), right, writer.y, { align: 'right' });
    writer.y += size * 1.5;
  }
  if (writer.chance(0.6))
    writer.ask(pick(['tax', 'tax_amount', 'tax_total']), 'money', named || summed ? tax : null, pick(['Tax amount', '']));
  return due;
}

import { askInvoice } from './ask-invoice.ts';
import type { DocumentWriter } from './document-writer.ts';
import { makeSums } from './invoice-sums.ts';
import { type InvoiceContent, writeLetter, writePrintout } from './lay-out-invoice.ts';
import { labelsOf, makeIban, makeParty, type Row } from './parties.ts';
import { addDays, makeCode } from './random-values.ts';

type Fact = { concept: string; type: 'string' | 'date'; value: string; text: string };
/** An invoice, order or credit note: as a letter with blocks, or as a print-out of labelled sections. */
export function writeInvoice(writer: DocumentWriter): void {
  const { pick, random, size, style } = writer;
  const printout = writer.chance(0.45);
  const ruled = writer.chance(0.3);
  const isOrder = writer.chance(0.25);
  const seller = makeParty(writer, 'seller');
  const buyer = makeParty(writer, 'buyer');
  const goods = writer.chance(0.25) ? makeParty(writer, 'ship_to') : null;
  const issued = addDays('2014-01-01', Math.floor(random() * 4300));
  if (writer.chance(0.4))
    writer.print(
      `${pick(['Erstellt am', 'Printed', 'Viewed on', 'Ausdruck vom'])} ${style.date(addDays(issued, Math.floor(random() * 400)))}`,
      40,
      12,
      { size: size * 0.85 },
    );
  const facts = makeInvoiceFacts(writer, isOrder, issued);
  const title = pick(
    isOrder
      ? ['Purchase Order', 'Bestellung', 'Commande', 'Pedido', 'Order confirmation']
      : ['Rechnung', 'Invoice', 'Facture', 'Gutschrift', 'Fattura', 'Factura', 'Credit note'],
  );
  // “Rechnung Nr. 4711 vom 1. März 2020”: number and date in the title, and no rows of their own
  const named = facts.find(({ concept }) => concept === (isOrder ? 'order_number' : 'invoice_number'));
  const dated = facts.find(({ concept }) => concept === (isOrder ? 'order_date' : 'invoice_date'));
  const inTitle = named && dated && writer.chance(0.22) ? titleOf(writer, title, named.text, dated.text) : null;
  const below = inTitle ? facts.filter((fact) => fact !== named && fact !== dated) : facts;
  const rows = below.map((fact) => ({ label: pick(labelsOf(fact.concept)), value: fact.text }));
  const sum = makeSums(writer);
  const iban = writer.chance(0.55) ? makeIban(writer) : null;
  const bic =
    iban && writer.chance(0.7)
      ? `${pick(['COBA', 'GENO', 'DEUT', 'BNPA', 'INGB'])}${pick(['DE', 'FR'])}${pick(['FF', 'M1', 'PP'])}${pick(['', 'XXX', '120'])}`
      : null;
  const bank: Row[] = [
    ...(iban ? [{ label: pick(labelsOf('iban')), value: iban }] : []),
    ...(bic ? [{ label: pick(labelsOf('bic')), value: bic }] : []),
  ];
  const content: InvoiceContent = {
    seller,
    buyer,
    goods,
    issued,
    title: inTitle ?? title,
    isLongTitle: inTitle !== null,
    rows,
    sum,
    bank,
    ruled,
  };
  if (printout) writePrintout(writer, content);
  else writeLetter(writer, content);
  askInvoice(writer, { facts, seller, buyer, goods, iban, bic, sum });
}

function makeInvoiceFacts(writer: DocumentWriter, isOrder: boolean, issued: string): Fact[] {
  const { pick, random, style } = writer;
  const facts: Fact[] = [];
  const code = (concept: string, share: number) => {
    if (!writer.chance(share)) return;
    const text = makeCode(pick, random);
    facts.push({ concept, type: 'string', value: text, text });
  };
  const date = (concept: string, iso: string, share: number) => {
    if (writer.chance(share)) facts.push({ concept, type: 'date', value: iso, text: style.date(iso) });
  };
  code(isOrder ? 'order_number' : 'invoice_number', 1);
  date(isOrder ? 'order_date' : 'invoice_date', issued, 1);
  date('due_date', addDays(issued, pick([7, 14, 30])), 0.5);
  date(isOrder ? 'requested_delivery_date' : 'delivery_date', addDays(issued, pick([-2, -1, 0, 4])), 0.6);
  code('customer_number', 0.5);
  if (!isOrder) code('order_number', 0.5);
  code('contract_number', 0.25);
  return facts.sort(() => random() - 0.5);
}

/** A title that says number and date of its document, as in eight languages. */
function titleOf(writer: DocumentWriter, title: string, number: string, date: string): string {
  const { pick } = writer;
  const kind = writer.chance(0.25) ? ` (${pick(['380', '384', 'Original', 'Copy', 'EUR'])})` : '';
  const sign = pick(['Nr.', 'No.', 'n°', 'Nº', 'nr', 'n.', 'Number', '#', '']);
  return `${title}${kind} ${sign ? `${sign} ` : ''}${number} ${pick(['vom', 'of', 'du', 'del', 'van', 'dated', 'z dnia', 'de', 'from', '-'])} ${date}`;
}

import { CONCEPTS } from '#lib/extraction/terms/concepts.ts';
import type { Sheet } from './document-writer.ts';
import { headingsOf, labelsOf, makeIban, makeParty, type Party, partyRows, type Row, setBlock, setRows } from './parties.ts';
import { addDays, makeCode, makeName, makePerson } from './random-values.ts';
import { boilerplate } from './write-record.ts';

const keysOf = (id: string) => CONCEPTS.find((concept) => concept.id === id)?.keys ?? [id];

/** An invoice, order or credit note: as a letter with blocks, or as a print-out of labelled sections. */
export function setInvoice(sheet: Sheet): void {
  const { pick, random, size, width, style } = sheet;
  const printout = sheet.chance(0.45);
  const ruled = sheet.chance(0.3);
  const isOrder = sheet.chance(0.25);
  const seller = makeParty(sheet, 'seller');
  const buyer = makeParty(sheet, 'buyer');
  const goods = sheet.chance(0.25) ? makeParty(sheet, 'ship_to') : null;
  const issued = addDays('2014-01-01', Math.floor(random() * 4300));
  if (sheet.chance(0.4))
    sheet.print(
      `${pick(['Erstellt am', 'Printed', 'Viewed on', 'Ausdruck vom'])} ${style.date(addDays(issued, Math.floor(random() * 400)))}`,
      40,
      12,
      { size: size * 0.85 },
    );
  const facts: { concept: string; type: 'string' | 'date'; value: string; text: string }[] = [];
  const code = (concept: string, share: number) => {
    if (!sheet.chance(share)) return;
    const text = makeCode(pick, random);
    facts.push({ concept, type: 'string', value: text, text });
  };
  const date = (concept: string, iso: string, share: number) => {
    if (sheet.chance(share)) facts.push({ concept, type: 'date', value: iso, text: style.date(iso) });
  };
  code(isOrder ? 'order_number' : 'invoice_number', 1);
  date(isOrder ? 'order_date' : 'invoice_date', issued, 1);
  date('due_date', addDays(issued, pick([7, 14, 30])), 0.5);
  date(isOrder ? 'requested_delivery_date' : 'delivery_date', addDays(issued, pick([-2, -1, 0, 4])), 0.6);
  code('customer_number', 0.5);
  if (!isOrder) code('order_number', 0.5);
  code('contract_number', 0.25);
  facts.sort(() => random() - 0.5);
  const title = pick(
    isOrder
      ? ['Purchase Order', 'Bestellung', 'Commande', 'Pedido', 'Order confirmation']
      : ['Rechnung', 'Invoice', 'Facture', 'Gutschrift', 'Fattura', 'Factura', 'Credit note'],
  );
  // “Rechnung Nr. 4711 vom 1. März 2020”: number and date in the title, and no rows of their own
  const named = facts.find(({ concept }) => concept === (isOrder ? 'order_number' : 'invoice_number'));
  const dated = facts.find(({ concept }) => concept === (isOrder ? 'order_date' : 'invoice_date'));
  const inTitle = named && dated && sheet.chance(0.22) ? titleOf(sheet, title, named.text, dated.text) : null;
  const below = inTitle ? facts.filter((fact) => fact !== named && fact !== dated) : facts;
  const rows = below.map((fact) => ({ label: pick(labelsOf(fact.concept)), value: fact.text }));
  const sum = makeSums(sheet);
  const iban = sheet.chance(0.55) ? makeIban(sheet) : null;
  const bic =
    iban && sheet.chance(0.7)
      ? `${pick(['COBA', 'GENO', 'DEUT', 'BNPA', 'INGB'])}${pick(['DE', 'FR'])}${pick(['FF', 'M1', 'PP'])}${pick(['', 'XXX', '120'])}`
      : null;
  const bank: Row[] = [
    ...(iban ? [{ label: pick(labelsOf('iban')), value: iban }] : []),
    ...(bic ? [{ label: pick(labelsOf('bic')), value: bic }] : []),
  ];
  if (printout) {
    if (sheet.chance(0.3)) {
      sheet.print(
        `${pick(['Stand', 'Version', 'Vorlage', 'Template', 'Layout'])}: ${1 + Math.floor(random() * 4)}.${Math.floor(random() * 9)} ${pick(['vom', 'of', 'du', 'from'])} ${style.date(addDays(issued, Math.floor(random() * 900) - 300))}`,
        40,
        sheet.y,
      );
      sheet.y += size * 1.6;
    }
    sheet.print(inTitle ?? title, 40, sheet.y, { size: size * (inTitle ? 1.2 : 1.6), bold: true });
    sheet.y += size * 3;
    const side = sheet.chance(0.5);
    const parts: (() => void)[] = [
      () => setRows(sheet, pick(['Rechnungsdaten', 'Document', 'Informationen', 'Details', '']), rows, 40, side ? 290 : width - 40, ruled),
    ];
    const top = sheet.y;
    if (side) {
      setRows(sheet, pick(headingsOf('seller')), partyRows(sheet, seller), 40, 290, ruled);
      const low = sheet.y;
      sheet.y = top;
      setRows(sheet, pick(headingsOf('buyer')), partyRows(sheet, buyer), 310, width - 40, ruled);
      sheet.y = Math.max(low, sheet.y);
    } else {
      parts.push(() => setRows(sheet, pick(headingsOf('seller')), partyRows(sheet, seller), 40, width - 40, ruled));
      parts.push(() => setRows(sheet, pick(headingsOf('buyer')), partyRows(sheet, buyer), 40, width - 40, ruled));
    }
    if (goods) parts.push(() => setRows(sheet, pick(headingsOf('ship_to')), partyRows(sheet, goods), 40, width - 40, ruled));
    parts.sort(() => random() - 0.5);
    for (const part of parts) part();
    setTable(sheet, sum.net);
    setRows(sheet, pick(['Summen', 'Totals', 'Belegsummen', 'Totaux', '']), sum.rows, 40, width - 40, ruled);
    if (bank.length)
      setRows(sheet, pick(['Zahlungsdaten', 'Bank details', 'Coordonnées bancaires', 'Payment']), bank, 40, width - 40, ruled);
  } else {
    if (sheet.chance(0.3)) sheet.print(seller.name, pick([40, 350]), sheet.y, { size: size * 1.6, bold: true });
    sheet.y += size * 2.4;
    if (sheet.chance(0.4)) sheet.print(`${seller.name} · ${seller.address.join(' · ')}`, 40, sheet.y - size, { size: size * 0.75 });
    const top = sheet.y;
    const swap = sheet.chance(0.4);
    const addresses = new Map<string, string>();
    const set = (party: Party, x: number, headed: boolean) => addresses.set(party.role, setBlock(sheet, party, x, headed));
    set(swap ? seller : buyer, 40, sheet.chance(swap ? 0.4 : 0.55));
    const low = sheet.y;
    sheet.y = top;
    set(swap ? buyer : seller, 330, sheet.chance(swap ? 0.7 : 0.3));
    sheet.y = Math.max(low, sheet.y) + size;
    if (goods) set(goods, pick([40, 330]), true);
    for (const [role, address] of addresses) {
      const words = role.replace('_', ' ');
      if (sheet.chance(0.35))
        sheet.ask(
          pick([`${words}_address`, `address of ${words}`]),
          'string',
          address,
          pick([`Address of the ${words}`, `Postal address of the ${words}`, '']),
        );
    }
    sheet.print(inTitle ?? title, inTitle ? 40 : pick([40, 280]), sheet.y + size, { size: size * (inTitle ? 1.2 : 1.6), bold: true });
    sheet.y += size * 4;
    setRows(sheet, '', rows, pick([40, 330]), width - 40, false);
    if (sheet.chance(0.4))
      sheet.paragraph(
        pick([
          `Sehr geehrte Damen und Herren, wir berechnen Ihnen wie folgt.`,
          `Dear ${makePerson(pick)}, thank you for your order.`,
          boilerplate(sheet, 15),
        ]),
        40,
        width - 60,
      );
    sheet.y += size;
    setTable(sheet, sum.net);
    for (const { label, value } of sum.rows) {
      sheet.print(`${label}${pick([':', ''])}`, 330, sheet.y);
      sheet.print(value, width - 45, sheet.y, { align: 'right' });
      sheet.y += size * 1.45;
    }
    sheet.y = Math.max(sheet.y + size * 2, 770);
    const foot = [
      `${seller.name}, ${seller.address.join(', ')}`,
      bank.map(({ label, value }) => `${label}: ${value}`).join(pick([' ', ' | ', ' · '])),
    ];
    for (const text of foot) {
      sheet.print(text, 40, sheet.y, { size: size * 0.8 });
      sheet.y += size * 1.1;
    }
  }
  askInvoice(sheet, { facts, seller, buyer, goods, iban, bic, sum });
}

/** A title that says number and date of its paper, as in eight languages. */
function titleOf(sheet: Sheet, title: string, number: string, date: string): string {
  const { pick } = sheet;
  const kind = sheet.chance(0.25) ? ` (${pick(['380', '384', 'Original', 'Copy', 'EUR'])})` : '';
  const sign = pick(['Nr.', 'No.', 'n°', 'Nº', 'nr', 'n.', 'Number', '#', '']);
  return `${title}${kind} ${sign ? `${sign} ` : ''}${number} ${pick(['vom', 'of', 'du', 'del', 'van', 'dated', 'z dnia', 'de', 'from', '-'])} ${date}`;
}

type Sums = { net: number; tax: number; gross: number; due: number; paid: number; rows: Row[]; dueShown: boolean };

function makeSums(sheet: Sheet): Sums {
  const { pick, random, style } = sheet;
  const sign = sheet.chance(0.08) ? -1 : 1;
  const net = (sign * Math.round((5 + random() ** 3 * 20000) * 100)) / 100;
  const tax = sheet.chance(0.15) ? 0 : Math.round(net * pick([0.19, 0.2, 0.07, 0.21]) * 100) / 100;
  const gross = Math.round((net + tax) * 100) / 100;
  const paid = sheet.chance(0.15) ? Math.round(gross * 30) / 100 : 0;
  const due = Math.round((gross - paid) * 100) / 100;
  const rate = tax && net ? Math.round((tax / net) * 100) : 0;
  const row = (concept: string, value: number): Row => {
    let label = pick(labelsOf(concept));
    if (concept === 'tax_total' && sheet.chance(0.5))
      label = pick([
        `zzgl. ${rate} % MwSt.`,
        `${rate}% USt.`,
        `TVA ${rate} %`,
        `TVA (${rate}%)`,
        `VAT ${rate}%`,
        `VAT @ ${rate}%`,
        `IVA ${rate}%`,
        `Sales tax ${rate}.00%`,
        `MwSt ${rate},00 %`,
        `btw ${rate}%`,
      ]);
    if (concept === 'grand_total' && sheet.chance(0.15)) label = `${label} ${style.currency}`;
    return { label, value: style.money(value) };
  };
  const rows: Row[] = [];
  if (sheet.chance(0.3))
    rows.push({ label: pick(['Positionssumme', 'Sum of rows', 'Zwischensumme', 'Total des lignes']), value: style.money(net) });
  if (sheet.chance(0.25)) rows.push({ label: pick(['Zuschläge', 'Charges', 'Summe Zuschläge']), value: style.money(0) });
  if (sheet.chance(0.25)) rows.push({ label: pick(['Abschläge', 'Allowances', 'Summe Abschläge']), value: style.money(0) });
  rows.push(row('net_total', net), row('tax_total', tax), row('grand_total', gross));
  const dueShown = paid !== 0 || sheet.chance(0.45);
  if (paid || sheet.chance(0.2)) rows.push(row('paid_amount', paid));
  if (dueShown) rows.push(row('amount_due', due));
  return { net, tax, gross, due, paid, rows, dueShown };
}

function setTable(sheet: Sheet, net: number): void {
  const { pick, random, size, width, style } = sheet;
  const columns = [40, 80, 330, 400, 440, width - 40];
  const heads = [
    'Pos',
    pick(labelsOf('item_description')),
    pick(labelsOf('quantity')),
    pick(['Einheit', 'Unit', '']),
    pick(labelsOf('tax_rate')),
    pick(labelsOf('line_total')),
  ];
  heads.forEach((head, at) => {
    sheet.print(head, columns[at] ?? 40, sheet.y, { bold: true, align: at > 4 ? 'right' : 'left', size: size * 0.9 });
  });
  sheet.y += size * 1.7;
  const count = 1 + Math.floor(random() * 5);
  let rest = net;
  for (let row = 1; row <= count; row++) {
    if (sheet.y > sheet.height - 160) sheet.turn();
    const amount = row === count ? rest : Math.round(rest * random() * 60) / 100;
    rest = Math.round((rest - amount) * 100) / 100;
    const cells = [
      String(row),
      `${makeName(pick)} ${makeName(pick).toLowerCase()}`,
      String(1 + Math.floor(random() * 9)),
      pick(['Stk', 'Std', 'h', 'pcs']),
      `${pick([19, 7, 20])}%`,
      style.money(amount),
    ];
    cells.forEach((text, at) => {
      sheet.print(text, columns[at] ?? 40, sheet.y, { align: at > 4 ? 'right' : 'left' });
    });
    sheet.y += size * 1.5;
    if (sheet.chance(0.2)) {
      sheet.print(`${pick(['Art.-Nr.', 'SKU', 'Lieferschein', 'Ref.'])}: ${makeCode(pick, random)}`, 80, sheet.y, { size: size * 0.85 });
      sheet.y += size * 1.4;
    }
  }
  sheet.y += size;
}

type Asked = {
  facts: { concept: string; type: 'string' | 'date'; value: string }[];
  seller: Party;
  buyer: Party;
  goods: Party | null;
  iban: string | null;
  bic: string | null;
  sum: Sums;
};

function askInvoice(sheet: Sheet, { facts, seller, buyer, goods, iban, bic, sum }: Asked): void {
  const { pick } = sheet;
  const some = (
    share: number,
    concept: string,
    type: 'string' | 'date' | 'money',
    value: string | number | null,
    name = pick(keysOf(concept)),
  ) => {
    const said = sheet.chance(0.6) ? pick(keysOf(concept)) : '';
    const listed = sheet.chance(0.3) ? `: ${[1, 2, 3].map(() => pick([...keysOf(concept), ...labelsOf(concept)])).join(', ')}` : '';
    if (sheet.chance(share)) sheet.ask(name, type, value, said + (said && listed), sheet.chance(0.3) ? name : '');
  };
  for (const fact of facts) some(0.9, fact.concept, fact.type, fact.value);
  for (const concept of ['due_date', 'delivery_date', 'customer_number', 'order_number', 'contract_number', 'period_start'])
    if (!facts.some((fact) => fact.concept === concept)) some(0.4, concept, concept.endsWith('number') ? 'string' : 'date', null);
  for (const party of [seller, buyer, ...(goods ? [goods] : [])]) {
    const role = party.role.replace('_', ' ');
    if (sheet.chance(0.9))
      sheet.ask(
        pick([`${role}_name`, role, `name of ${role}`]),
        'string',
        party.name,
        pick([`Name of the ${role}`, '', pick(keysOf(`${party.role}_name`))]),
      );
    if (party.role === 'ship_to') continue;
    if (sheet.chance(0.6))
      sheet.ask(
        `${role}_${pick(['vat_id', 'vat_number', 'vat id'])}`,
        'string',
        party.vat,
        pick([`VAT identification number of the ${role}`, '']),
      );
    if (sheet.chance(0.4)) sheet.ask(`${role}_tax_number`, 'string', party.tax, pick([`National tax number of the ${role}`, '']));
  }
  some(0.6, 'iban', 'string', iban, 'iban');
  some(0.5, 'bic', 'string', bic, 'bic');
  some(0.9, 'net_total', 'money', sum.net);
  some(0.9, 'tax_total', 'money', sum.tax);
  some(0.9, 'grand_total', 'money', sum.gross);
  if (sum.dueShown) some(0.7, 'amount_due', 'money', sum.due);
}

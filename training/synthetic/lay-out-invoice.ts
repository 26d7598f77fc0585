import type { DocumentWriter } from './document-writer.ts';
import type { Sums } from './invoice-sums.ts';
import { headingsOf, labelsOf, type Party, partyRows, type Row, writeLabelledRows, writePartyBlock } from './parties.ts';
import { addDays, makeCode, makeName, makePerson } from './random-values.ts';
import { boilerplate } from './write-record.ts';

/** What is printed of an invoice. */
export type InvoiceContent = {
  seller: Party;
  buyer: Party;
  /** Where the goods go, when elsewhere. */
  goods: Party | null;
  issued: string;
  title: string;
  /** The title carries number and date. */
  isLongTitle: boolean;
  rows: Row[];
  sum: Sums;
  bank: Row[];
  ruled: boolean;
};

/** Labelled sections under each other, the parties at times side by side. */
export function writePrintout(
  writer: DocumentWriter,
  { seller, buyer, goods, issued, title, isLongTitle, rows, sum, bank, ruled }: InvoiceContent,
): void {
  const { pick, random, size, width, style } = writer;
  if (writer.chance(0.3)) {
    writer.print(
      `${pick(['Stand', 'Version', 'Vorlage', 'Template', 'Layout'])}: ${1 + Math.floor(random() * 4)}.${Math.floor(random() * 9)} ${pick(['vom', 'of', 'du', 'from'])} ${style.date(addDays(issued, Math.floor(random() * 900) - 300))}`,
      40,
      writer.y,
    );
    writer.y += size * 1.6;
  }
  writer.print(title, 40, writer.y, { size: size * (isLongTitle ? 1.2 : 1.6), bold: true });
  writer.y += size * 3;
  const side = writer.chance(0.5);
  const parts: (() => void)[] = [
    () =>
      writeLabelledRows(
        writer,
        pick(['Rechnungsdaten', 'Document', 'Informationen', 'Details', '']),
        rows,
        40,
        side ? 290 : width - 40,
        ruled,
      ),
  ];
  const top = writer.y;
  if (side) {
    writeLabelledRows(writer, pick(headingsOf('seller')), partyRows(writer, seller), 40, 290, ruled);
    const low = writer.y;
    writer.y = top;
    writeLabelledRows(writer, pick(headingsOf('buyer')), partyRows(writer, buyer), 310, width - 40, ruled);
    writer.y = Math.max(low, writer.y);
  } else {
    parts.push(() => writeLabelledRows(writer, pick(headingsOf('seller')), partyRows(writer, seller), 40, width - 40, ruled));
    parts.push(() => writeLabelledRows(writer, pick(headingsOf('buyer')), partyRows(writer, buyer), 40, width - 40, ruled));
  }
  if (goods) parts.push(() => writeLabelledRows(writer, pick(headingsOf('ship_to')), partyRows(writer, goods), 40, width - 40, ruled));
  parts.sort(() => random() - 0.5);
  for (const part of parts) part();
  writeItemTable(writer, sum.net);
  writeLabelledRows(writer, pick(['Summen', 'Totals', 'Belegsummen', 'Totaux', '']), sum.rows, 40, width - 40, ruled);
  if (bank.length)
    writeLabelledRows(writer, pick(['Zahlungsdaten', 'Bank details', 'Coordonnées bancaires', 'Payment']), bank, 40, width - 40, ruled);
}

/** A letter: the parties as blocks, the rows of facts, the items, and the bank in the foot. */
export function writeLetter(writer: DocumentWriter, { seller, buyer, goods, title, isLongTitle, rows, sum, bank }: InvoiceContent): void {
  const { pick, size, width } = writer;
  if (writer.chance(0.3)) writer.print(seller.name, pick([40, 350]), writer.y, { size: size * 1.6, bold: true });
  writer.y += size * 2.4;
  if (writer.chance(0.4)) writer.print(`${seller.name} · ${seller.address.join(' · ')}`, 40, writer.y - size, { size: size * 0.75 });
  const top = writer.y;
  const swap = writer.chance(0.4);
  const addresses = new Map<string, string>();
  const set = (party: Party, x: number, headed: boolean) => addresses.set(party.role, writePartyBlock(writer, party, x, headed));
  set(swap ? seller : buyer, 40, writer.chance(swap ? 0.4 : 0.55));
  const low = writer.y;
  writer.y = top;
  set(swap ? buyer : seller, 330, writer.chance(swap ? 0.7 : 0.3));
  writer.y = Math.max(low, writer.y) + size;
  if (goods) set(goods, pick([40, 330]), true);
  for (const [role, address] of addresses) {
    const words = role.replace('_', ' ');
    if (writer.chance(0.35))
      writer.ask(
        pick([`${words}_address`, `address of ${words}`]),
        'string',
        address,
        pick([`Address of the ${words}`, `Postal address of the ${words}`, '']),
      );
  }
  writer.print(title, isLongTitle ? 40 : pick([40, 280]), writer.y + size, { size: size * (isLongTitle ? 1.2 : 1.6), bold: true });
  writer.y += size * 4;
  writeLabelledRows(writer, '', rows, pick([40, 330]), width - 40, false);
  if (writer.chance(0.4))
    writer.paragraph(
      pick([
        `Sehr geehrte Damen und Herren, wir berechnen Ihnen wie folgt.`,
        `Dear ${makePerson(pick)}, thank you for your order.`,
        boilerplate(writer, 15),
      ]),
      40,
      width - 60,
    );
  writer.y += size;
  writeItemTable(writer, sum.net);
  for (const { label, value } of sum.rows) {
    writer.print(`${label}${pick([':', ''])}`, 330, writer.y);
    writer.print(value, width - 45, writer.y, { align: 'right' });
    writer.y += size * 1.45;
  }
  writer.y = Math.max(writer.y + size * 2, 770);
  const foot = [
    `${seller.name}, ${seller.address.join(', ')}`,
    bank.map(({ label, value }) => `${label}: ${value}`).join(pick([' ', ' | ', ' · '])),
  ];
  for (const text of foot) {
    writer.print(text, 40, writer.y, { size: size * 0.8 });
    writer.y += size * 1.1;
  }
}

function writeItemTable(writer: DocumentWriter, net: number): void {
  const { pick, random, size, width, style } = writer;
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
    writer.print(head, columns[at] ?? 40, writer.y, { bold: true, align: at > 4 ? 'right' : 'left', size: size * 0.9 });
  });
  writer.y += size * 1.7;
  const count = 1 + Math.floor(random() * 5);
  let rest = net;
  for (let row = 1; row <= count; row++) {
    if (writer.y > writer.height - 160) writer.turn();
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
      writer.print(text, columns[at] ?? 40, writer.y, { align: at > 4 ? 'right' : 'left' });
    });
    writer.y += size * 1.5;
    if (writer.chance(0.2)) {
      writer.print(`${pick(['Art.-Nr.', 'SKU', 'Lieferschein', 'Ref.'])}: ${makeCode(pick, random)}`, 80, writer.y, { size: size * 0.85 });
      writer.y += size * 1.4;
    }
  }
  writer.y += size;
}

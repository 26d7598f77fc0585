import type { DocumentWriter } from '../synthetic/document-writer.ts';
import { makeAddress, makeCompany, makeName, makePerson } from '../synthetic/random-values.ts';

/** Who issues documents: how a schema may call the issuer, and what such houses are called ({} is a name). */
const ISSUERS: readonly (readonly [names: string, forms: string])[] = [
  [
    'bank|bank name|financial institution|credit union',
    '{} Bank|Bank of {}|{} Savings Bank, N.A.|Banque {}|{} Credit Union|Sparkasse {}|Banco {}',
  ],
  ['laboratory|lab|testing laboratory|lab name', '{} Laboratories|{} Labs|{} Analytical|Labor {}|{} Testing Services LLC'],
  ['insurer|insurance company|underwriter', '{} Insurance|{} Mutual|{} Versicherung AG|Assurances {}|{} Life'],
  ['hospital|clinic|practice|facility name|provider', '{} Hospital|{} Medical Center|Klinikum {}|Clinique {}|{} Family Practice'],
  [
    'utility company|provider|supplier|energy supplier',
    '{} Power & Light|{} Energy|{} Water|Stadtwerke {}|{} Électricité|City of {} Utilities',
  ],
  ['school|university|institution|college', '{} University|University of {}|{} College|Universität {}|{} High School'],
  ['employer|company|employer name', '{} Inc.|{} Corp|{} GmbH|{} Services LLC|Grupo {}'],
  ['manufacturer|supplier|producer|vendor', '{} Chemicals|{} Industries, Inc.|{} S.p.A.|{} Works|The {} Company'],
  ['carrier|airline|shipping line|shipper|transport company', '{} Airlines|{} Lines|{} Logistics|{} Freight|Bahn {}'],
  ['agency|authority|issuing authority|department|court', 'Department of {}|{} County|State of {}|Préfecture de {}|{} District Court'],
  ['broker|brokerage|adviser|agent', '{} Securities|{} Brokers|{} Capital|{} & Partner'],
  ['hotel|venue|restaurant|organiser', 'Hotel {}|{} Inn|{} Hall|{} Events'],
  ['landlord|lessor|property manager|owner', '{} Realty LLC|{} Properties|{} Immobilien|{} Homes'],
];
/** Whom documents are written to. */
const HOLDERS =
  'account holder|customer|customer name|client|patient|tenant|insured|policyholder|employee|member|applicant|student|cardholder|guest|passenger|subscriber|consignee|borrower|investor|owner'.split(
    '|',
  );

/** What is printed at the head of a document without a label; `put` says how the name is set again elsewhere. */
export type Letterhead = { house: string };

/** A house of a kind, as it calls itself. */
function makeHouse(writer: DocumentWriter, forms: string): string {
  const name = writer.chance(0.2)
    ? makeCompany(writer.pick, writer.random)
    : writer.pick(forms.split('|')).replace('{}', makeName(writer.pick));
  return writer.chance(0.2) ? name.toUpperCase() : name;
}

function ask(writer: DocumentWriter, called: string, value: string | null): void {
  const way = writer.random();
  const name = way < 0.4 ? called : way < 0.7 ? `${called.replace(/ name$/, '')} name` : `name of ${called.replace(/ name$/, '')}`;
  const plain = called.replace(/ name$/, '');
  writer.ask(name, 'string', value, writer.pick([`Name of the ${plain}`, `Name of the ${plain}`, `The ${plain} that this is from`, '']));
}

/** Prints who issues the document, in large or small print at its head, with or without an address, and asks for it. */
export function writeLetterhead(writer: DocumentWriter): Letterhead {
  const { pick, random, size, width } = writer;
  const [names, forms] = pick(ISSUERS);
  const house = makeHouse(writer, forms);
  const centre = writer.chance(0.25);
  const x = centre ? width / 2 : pick([40, 40, width * 0.55]);
  const big = pick([1, 1.2, 1.6, 2.1]);
  writer.print(house, x, writer.y, { size: size * big, bold: writer.chance(0.5), align: centre ? 'centre' : 'left' });
  writer.y += size * big * 1.4;
  if (writer.chance(0.6))
    for (const line of makeAddress(pick, random)) {
      writer.print(line, x, writer.y, { size: size * 0.9, align: centre ? 'centre' : 'left' });
      writer.y += size * 1.25;
    }
  if (writer.chance(0.4)) {
    writer.print(`${pick(['Tel.', 'Phone:', 'Customer service', 'Questions? Call'])} ${Math.floor(2e9 + random() * 7e9)}`, x, writer.y);
    writer.y += size * 1.3;
  }
  writer.y += size * (1 + random() * 2);
  if (writer.chance(0.8)) ask(writer, pick(names.split('|')), house);
  return { house };
}

/** Prints whom the document is for, as an address block without a label, and asks for it. */
export function writeHolder(writer: DocumentWriter): void {
  const { pick, random, size } = writer;
  const person = writer.chance(0.75) ? makePerson(pick) : makeCompany(pick, random);
  const name = `${writer.chance(0.15) ? pick(['Mr ', 'Mrs ', 'Mme ', 'Herr ']) : ''}${writer.chance(0.5) ? person.toUpperCase() : person}`;
  const address = makeAddress(pick, random).map((line) => (name === name.toUpperCase() ? line.toUpperCase() : line));
  for (const line of [name, ...address]) {
    writer.print(line, 40, writer.y);
    writer.y += size * 1.3;
  }
  writer.y += size * (1 + random() * 2);
  const called = pick(HOLDERS);
  if (writer.chance(0.75)) ask(writer, called, name);
  if (writer.chance(0.5))
    writer.ask(
      `${called.replace(/ name$/, '')} address`,
      'string',
      address.join(' '),
      pick([`Address of the ${called}`, 'Mailing address', '']),
    );
}

/** Prints the house's name again at the foot, with what stands there. */
export function writeFoot(writer: DocumentWriter, { house }: Letterhead): void {
  const { pick, size, width } = writer;
  if (!writer.chance(0.6)) return;
  const text = pick([
    `© ${house}`,
    `${house} · ${makeName(pick)}`,
    `Make checks payable to ${house}`,
    `Thank you for choosing ${house}.`,
    house,
  ]);
  writer.print(text, pick([40, width / 2]), writer.height - 42, { size: size * 0.85 });
}

/** Prints a ledger of days, texts and amounts, of which nothing is asked: its values are near misses. */
export function writeLedger(writer: DocumentWriter, day: (at: number) => string): void {
  const { pick, random, size, style } = writer;
  if (writer.y > writer.height - 160) writer.turn();
  const heads = pick([
    ['Date', 'Description', 'Amount', 'Balance'],
    ['Datum', 'Text', 'Betrag', 'Saldo'],
    ['Day', 'Activity', 'Charges', 'Credits'],
    ['Item', 'Detail', 'Units', 'Total'],
  ]);
  const columns = [40, 120, writer.width - 150, writer.width - 45];
  heads.forEach((head, at) => {
    writer.print(head, columns[at] ?? 40, writer.y, { bold: true, align: at > 1 ? 'right' : 'left' });
  });
  writer.y += size * 1.6;
  for (let row = 0; row < 2 + Math.floor(random() * 6); row++) {
    const cells = [day(row), `${makeName(pick)} ${pick(['fee', 'purchase', 'payment', 'service', 'transfer', 'test'])}`];
    cells.forEach((cell, at) => {
      writer.print(cell, columns[at] ?? 40, writer.y);
    });
    for (const at of [2, 3])
      if (writer.chance(0.8))
        writer.print(style.money(Math.round(random() ** 2 * 300_000) / 100), columns[at] ?? 0, writer.y, { align: 'right' });
    writer.y += size * 1.4;
  }
  writer.y += size;
}

import type { DocumentWriter } from './document-writer.ts';
import { addDays, makeAddress, makeCompany, makePerson } from './random-values.ts';
import { boilerplate } from './write-record.ts';

const KINDS = [
  'Lease Agreement',
  'Service Agreement',
  'Consulting Agreement',
  'Confidentiality Agreement',
  'Employment Agreement',
  'Supply Agreement',
  'Licence Agreement',
  'Loan Agreement',
  'Non-Disclosure Agreement',
  'Purchase Agreement',
  'Partnership Agreement',
];
const LANDS = [
  'Delaware',
  'California',
  'Texas',
  'Ohio',
  'Nevada',
  'Florida',
  'Georgia',
  'Illinois',
  'New York',
  'Germany',
  'France',
  'Ireland',
  'Ontario',
  'Minnesota',
  'Utah',
  'Virginia',
];
const ROLES: [string, string][] = [
  ['Company', 'Consultant'],
  ['Landlord', 'Tenant'],
  ['Disclosing Party', 'Recipient'],
  ['Seller', 'Buyer'],
  ['Licensor', 'Licensee'],
  ['Employer', 'Employee'],
  ['Party A', 'Party B'],
  ['Supplier', 'Customer'],
  ['Provider', 'Client'],
];
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const ordinal = (day: number) =>
  `${day}${day % 10 === 1 && day !== 11 ? 'st' : day % 10 === 2 && day !== 12 ? 'nd' : day % 10 === 3 && day !== 13 ? 'rd' : 'th'}`;

/** A date as contracts write it. */
function written(writer: DocumentWriter, iso: string): string {
  const date = new Date(`${iso}T00:00:00Z`);
  const month = date.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
  const [day, year] = [date.getUTCDate(), date.getUTCFullYear()];
  return writer.pick([
    `${month} ${day}, ${year}`,
    `this ${ordinal(day)} day of ${month}, ${year}`,
    `${day} ${month} ${year}`,
    `${month} ${ordinal(day)}, ${year}`,
    `the ${ordinal(day)} of ${month}, ${year}`,
    `${date.getUTCMonth() + 1}/${day}/${year}`,
  ]);
}

/** What a contract says. Facts that it leaves out are null. */
type Contract = {
  kind: string;
  roles: (typeof ROLES)[number];
  parties: string[];
  start: string;
  dated: boolean;
  state: string;
};
type Terms = { term: string | null; spelled: string; notice: string | null; fee: number | null };

/** A contract in running text: preamble with date and parties, clauses in any order, signatures. Some facts are left out. */
export function writeContract(writer: DocumentWriter): void {
  const { pick, random, size, width } = writer;
  const [left, right] = [60, width - 60];
  const kind = pick(KINDS);
  writer.print(writer.chance(0.6) ? kind.toUpperCase() : kind, width / 2, writer.y, { align: 'centre', size: size * 1.4, bold: true });
  writer.y += size * 3;
  const roles = pick(ROLES);
  const parties = roles.map((_, index) => (index && writer.chance(0.4) ? makePerson(pick) : makeCompany(pick, random)));
  const start = addDays('2005-01-01', Math.floor(random() * 7000));
  const dated = writer.chance(0.8);
  const state = pick(LANDS);
  const contract: Contract = { kind, roles, parties, start, dated, state };
  writer.paragraph(composePreamble(writer, contract), left, right);
  writer.y += size;
  const terms = makeTerms(writer);
  const clauses = composeClauses(writer, contract, terms);
  const numbered = writer.chance(0.7);
  clauses.forEach((text, index) => {
    writer.paragraph(numbered ? `${index + 1}. ${text}` : text, left, right);
    writer.y += size;
  });
  writeSignatures(writer, contract, left);
  askContract(writer, contract, terms);
}

/** A party in the preamble: name, legal form, address, and what the contract calls it. */
function describeParty(writer: DocumentWriter, name: string, role: string): string {
  const { pick, random } = writer;
  const what = writer.chance(0.5)
    ? pick([
        `, a ${pick(LANDS)} ${pick(['corporation', 'limited liability company', 'partnership'])}`,
        `, a company ${pick(['registered', 'incorporated', 'organised'])} in ${pick(LANDS)}`,
      ])
    : '';
  const where = writer.chance(0.4)
    ? `, ${pick(['having its principal office at', 'with offices at', 'with its office at', 'of', 'located at', 'residing at'])} ${makeAddress(pick, random).join(', ')}`
    : '';
  return `${name}${what}${where} (${pick(['', 'the ', 'the ', 'hereinafter '])}“${role}”)`;
}

function composePreamble(writer: DocumentWriter, { kind, roles, parties, start, dated }: Contract): string {
  const { pick } = writer;
  const both = `${describeParty(writer, parties[0] ?? '', roles[0])}${pick(['', ',', ';'])} and ${describeParty(writer, parties[1] ?? '', roles[1])}`;
  const when = dated
    ? pick([
        'is made as of',
        'is entered into as of',
        'is effective as of',
        'dated',
        'is made and entered into on',
        'is made with effect from',
      ])
    : 'is made';
  const date = dated ? `${written(writer, start)} ${writer.chance(0.3) ? '(the “Effective Date”) ' : ''}` : '';
  return pick([
    `This ${kind} (the “Agreement”) ${when} ${date}by and between ${both}.`,
    `THIS AGREEMENT ${when} ${date}between ${both}.`,
    `${parties[0]} and ${parties[1]} (each a “Party”) agree to the following. This Agreement ${when} ${date || 'between them'}.`,
  ]);
}

function makeTerms(writer: DocumentWriter): Terms {
  const { pick, random } = writer;
  const count = 1 + Math.floor(random() * 8);
  const long = writer.chance(0.6);
  const unit = pick(['year', 'year', 'month', 'day']);
  const length = `${count} ${unit}${count === 1 ? '' : 's'}`;
  const spelled = pick([`${NUMBERS[count]} (${count}) ${unit}s`, `${count} ${unit}s`, `${NUMBERS[count]} ${unit}s`, length]);
  const notice = writer.chance(0.75) ? `${pick([10, 14, 30, 60, 90])} ${pick(['days', 'days', 'days', 'months'])}` : null;
  const fee = writer.chance(0.5) ? Math.round((500 + random() ** 2 * 300000) / 100) * 100 : null;
  return { term: long ? length : null, spelled, notice, fee };
}

function composeClauses(writer: DocumentWriter, { state }: Contract, { term, spelled, notice, fee }: Terms): string[] {
  const { pick, random } = writer;
  return [
    pick([
      `This Agreement shall be governed by and construed in accordance with the laws of ${pick(['the State of ', '', 'the '])}${state}.`,
      `The laws of ${state} govern this Agreement, without regard to its conflict of laws rules.`,
      `Governing Law. ${state} law applies to this Agreement.`,
      `This Agreement and any dispute arising from it are governed by the law of ${state}, and the courts of ${state} have jurisdiction.`,
    ]),
    ...(term
      ? [
          pick([
            `This Agreement shall remain in effect for a period of ${spelled} from its date.`,
            `Term. The term of this Agreement is ${spelled}, unless terminated earlier.`,
            `This Agreement begins on its date and continues for a term of ${spelled}, unless it is ended earlier.`,
            `It runs for ${spelled}.`,
            `The obligations of this Agreement shall expire ${spelled} after the date hereof.`,
          ]),
        ]
      : []),
    ...(notice
      ? [
          pick([
            `Either party may terminate this Agreement upon ${notice} written notice to the other.`,
            `Either party may end this Agreement by giving the other not less than ${notice}’ written notice.`,
            `This Agreement may be terminated by either party with ${notice} prior notice.`,
            `The period of notice is ${notice}.`,
          ]),
        ]
      : []),
    ...(fee
      ? [
          pick([
            `The total fees for the term are ${writer.style.money(fee)}, payable in ${pick(['four', 'eight', 'twelve'])} equal instalments.`,
            `The Client pays a total price of ${writer.style.money(fee)} for the services.`,
            `The consideration for this Agreement is ${writer.style.money(fee)}. A late payment costs ${writer.style.money(50)}.`,
          ]),
        ]
      : []),
    ...(writer.chance(0.5)
      ? [
          pick([
            'The insurance is kept during the term and for two years after it.',
            'This duty ends five years after the information was received.',
            'Sums are payable within thirty days of receipt of an invoice.',
            'A breach is put right within 14 days of being asked to.',
          ]),
        ]
      : []),
    `Notices are deemed received ${pick(['three (3)', 'five (5)', '2'])} business days after they are sent to ${makeAddress(pick, random).join(', ')}.`,
    boilerplate(writer, 60 + Math.floor(random() * 60)),
    boilerplate(writer, 40 + Math.floor(random() * 90)),
    boilerplate(writer, 50),
  ].sort(() => random() - 0.5);
}

function writeSignatures(writer: DocumentWriter, { parties, start }: Contract, left: number): void {
  const { pick, random, size } = writer;
  if (writer.y > writer.height - 170) writer.turn();
  const later = addDays(start, Math.floor(random() * 30));
  parties.forEach((name, index) => {
    const x = left + index * 250;
    const signer = makePerson(pick);
    [
      name.toUpperCase(),
      'By: ______________',
      `Name: ${signer}`,
      `Title: ${pick(['CEO', 'President', 'Director', 'Manager'])}`,
      writer.chance(0.6) ? `Date: ${writer.style.date(later)}` : '',
    ].forEach((text, row) => {
      if (text) writer.print(text, x, writer.y + row * size * 1.6);
    });
  });
}

function askContract(writer: DocumentWriter, { kind, parties, start, dated, state }: Contract, { term, notice, fee }: Terms): void {
  const { pick } = writer;
  writer.ask(
    pick(['effective_date', 'agreement_date', 'start_date', 'contract_date']),
    'date',
    dated ? start : null,
    pick(['Date on which the agreement starts', 'Date of the agreement', 'Day from which the contract applies', '']),
  );
  writer.ask(
    pick(['parties', 'party', 'contract_parties']),
    'list',
    parties,
    pick(['Names of the parties', 'Parties to the agreement', '']),
  );
  writer.ask(
    pick(['governing_law', 'jurisdiction', 'applicable_law']),
    'string',
    state,
    pick(['State or country whose law governs', 'Law that applies to the contract', '']),
  );
  writer.ask(
    pick(['term', 'duration', 'contract_term']),
    'string',
    term,
    pick(['How long the contract stays in force', 'Duration of the agreement', '']),
  );
  if (writer.chance(0.6))
    writer.ask(pick(['notice_period', 'period_of_notice']), 'string', notice, pick(['How long before the end notice is given', '']));
  if (writer.chance(0.5))
    writer.ask(pick(['total_value', 'contract_value', 'total_fees']), 'money', fee, pick(['Price or value of the whole contract', '']));
  if (writer.chance(0.4)) writer.ask(pick(['end_date', 'expiry_date']), 'date', null, pick(['Day on which the contract ends', '']));
  if (writer.chance(0.4)) writer.ask('title', 'string', kind, pick(['What the contract calls itself', 'Title of the agreement', '']));
}

import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { DocumentWriter } from './document-writer.ts';
import { addDays, makeAddress, makeCode, makeCompany, makeHouse, makeName, makePerson } from './random-values.ts';

/** Something a record says: how documents and schemas may call it, its value and how it is written (lines). */
export type Fact = {
  base: string;
  labels: string[];
  names: string[];
  descriptions: string[];
  type: Field['type'];
  value: string | number;
  lines: string[];
};

const THINGS =
  'vessel|permit|grant|case|claim|policy|vehicle|property|project|meter|patient|student|course|shipment|container|booking|event|station|licence|asset|loan|sample|machine|building|lot|parcel|herd|batch|tender|parcel|route|dossier|ticket|locker|sensor|survey|account|docket|file|estimate|quote|schedule|certificate|warrant|bond|deed|serial|agreement'.split(
    '|',
  );
const SIDES =
  'tenant|landlord|sponsor|donor|applicant|inspector|broker|carrier|borrower|lender|trustee|author|publisher|venue|guest|captain|clinic|doctor|operator|contractor|owner|breeder|witness|notary|insured|insurer|beneficiary|principal|organiser|surveyor|exporter|importer|manufacturer|distributor|school|bank|airline|hotel|producer|artist|client|agency|holder|declarant|debtor|committee|representative|manager|officer'.split(
    '|',
  );
const EVENTS =
  'inspection|arrival|departure|hearing|admission|discharge|enrolment|completion|renewal|sampling|election|publication|valuation|closing|opening|approval|submission|registration|termination|installation|calibration|purchase|expiry|review|transfer|assessment|issue|filing|visit|booking|application|print|order|shipment|notice'.split(
    '|',
  );
const SUMS =
  'deposit|rent|premium|loan|insured value|gross fee|net fee|commission|gross amount|net amount|total cost|assessed value|fine|refund|balance|wage|gross pay|net pay|royalties|dividends|interest|donation|budget|total price|surcharge|duty|freight|penalty|grant amount|credit limit|annual fee|total charges|withheld tax|benefits|proceeds'.split(
    '|',
  );
const SPANS =
  'coverage|rental|validity|campaign|run|stay|leave|season|exhibition|lease|contract|reporting|billing|travel|term|course|project'.split(
    '|',
  );
const COUNTS = 'guests|units|pages|copies|passengers|samples|bedrooms|employees|crates|spots|hours|participants|items'.split('|');

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const titled = (text: string) => text.split(' ').map(capital).join(' ');

/** A company or person, at times with a code behind it or as a path of words. */
function makeParty(writer: DocumentWriter): string {
  const { pick, random } = writer;
  const name = random() < 0.45 ? makePerson(pick) : makeCompany(pick, random);
  const way = random();
  if (way < 0.1) return `${name} (${Math.floor(1000 + random() * 200000)})`;
  if (way < 0.16) return `${makeName(pick)}/${pick(['Retail', 'North', 'Senate', 'Local', 'Group'])}/${pick(['A', 'US', 'Reg', 'II'])}`;
  if (way < 0.24) return `${name} for ${pick(['Mayor', 'Council', 'Health', 'Growth', 'Tomorrow', 'Governor'])}`;
  if (way < 0.3)
    return `${makeName(pick)} ${pick(['and', '&'])} ${makeName(pick)} ${pick(['Association', 'Institute', 'Committee', 'Partners', 'School', 'Fund'])}`;
  if (way < 0.34) return `${pick(['The', 'Friends of', 'City of', 'Bank of', 'Ministry of', 'Embassy of'])} ${makeName(pick)}`;
  return name;
}

function codeFact(writer: DocumentWriter): Fact {
  const { pick, random } = writer;
  const thing = pick(THINGS);
  const T = titled(thing);
  const code = random() < 0.15 ? `${makeCode(pick, random)}-${pick([1, 2, 3])}` : makeCode(pick, random);
  return {
    base: thing,
    labels: [`${T} No.`, `${T} Number`, `${T} ID`, `${T} #`, `${T} No`, `No. of ${thing}`, `${T} Ref.`, `${T} reference`, `${T}`],
    names: [`${thing}_number`, `${thing}_no`, `${thing}_num`, `${thing}_id`, `${thing} number`, thing],
    descriptions: [`Number of the ${thing}`, `${T} number`, `Identifier of the ${thing}`, ''],
    type: 'string',
    value: code,
    lines: [code],
  };
}

function nameFact(writer: DocumentWriter): Fact {
  const { pick } = writer;
  const side = pick(SIDES);
  const S = titled(side);
  const name = makeParty(writer);
  return {
    base: side,
    labels: [S, `Name of ${side}`, `${S} name`, `${S}'s full name`, `Name of the ${side}`, `${S}:`],
    names: [side, `${side}_name`, `name_of_${side}`, `${side}_full_name`],
    descriptions: [
      `Name of the ${side}`,
      `${S}: the person or company that is named`,
      `Full name of the ${side}`,
      `The ${side} of this paper`,
      '',
    ],
    type: 'string',
    value: name,
    lines: [name],
  };
}

function dateFact(writer: DocumentWriter): Fact {
  const { pick, random, style } = writer;
  const event = pick(EVENTS);
  const E = titled(event);
  const iso = addDays('2012-01-01', Math.floor(random() * 5000));
  return {
    base: event,
    labels: [`${E} date`, `Date of ${event}`, `${E} Date`, E, `Date of the ${event}`, `${E} on`],
    names: [`${event}_date`, `date_of_${event}`, `${event}_day`, `date_${event}`],
    descriptions: [`Date of the ${event}`, `Day on which the ${event} took place`, `${E} date`, ''],
    type: 'date',
    value: iso,
    lines: [style.date(iso)],
  };
}

function moneyFact(writer: DocumentWriter): Fact {
  const { pick, random, style } = writer;
  const sum = pick(SUMS);
  const value = random() < 0.1 ? 0 : Math.round((1 + random() ** 3 * 90000) * 100) / 100;
  const key = sum.replace(/ (amount|value)$/, '');
  return {
    base: sum,
    labels: [titled(sum), capital(sum), `Total ${sum}`, `${titled(sum)} (${style.currency})`, `${capital(sum)} due`],
    names: [sum, `${key}_amount`, `${sum} total`],
    descriptions: [`Amount of the ${sum}`, `Total ${sum}`, capital(sum), ''],
    type: 'money',
    value,
    lines: [style.money(value)],
  };
}

function countFact(writer: DocumentWriter): Fact {
  const count = writer.pick(COUNTS);
  const value = 1 + Math.floor(writer.random() ** 2 * 400);
  return {
    base: count,
    labels: [`Number of ${count}`, `No. of ${count}`, titled(count), `${titled(count)} (total)`],
    names: [`${count}`, `number_of_${count}`, `${count}_count`],
    descriptions: [`How many ${count}`, `Number of ${count}`, ''],
    type: 'number',
    value,
    lines: [String(value)],
  };
}

function addressFact(writer: DocumentWriter): Fact {
  const { pick, random } = writer;
  const side = pick(SIDES);
  const lines: string[] = makeAddress(pick, random);
  if (random() < 0.15) lines.unshift(makeHouse(pick, random));
  else if (random() < 0.25) lines.unshift(`${pick(['Suite', 'Floor', 'Unit', 'Building', 'Lot'])} ${Math.floor(1 + random() * 400)}`);
  if (random() < 0.2) lines.push(pick(['USA', 'Germany', 'France', 'Malaysia', 'Canada']));
  const flat = random() < 0.3 ? [lines.join(', ')] : lines;
  return {
    base: `${side} address`,
    labels: [`Address of ${side}`, `${titled(side)} address`, 'Address', 'Street address', 'Mailing address'],
    names: [`${side}_address`, `address_of_${side}`, 'address'],
    descriptions: [`Address of the ${side}`, 'Postal address', ''],
    type: 'string',
    value: flat.join(' '),
    lines: flat,
  };
}

/** A span of days: how it is called, its two ends, and how it is written (one or two texts). */
export type Span = { base: string; labels: string[]; from: string; to: string; names: [string, string]; descriptions: [string, string] };

/** A random span of days. */
export function makeSpan(writer: DocumentWriter): Span {
  const { pick, random } = writer;
  const span = pick(SPANS);
  const from = addDays('2012-01-01', Math.floor(random() * 5000));
  const [start, end] = pick([
    ['start', 'end'],
    ['from', 'to'],
    ['begin', 'end'],
    ['first_day', 'last_day'],
    ['valid_from', 'valid_until'],
  ]);
  return {
    base: span,
    labels: [
      `${titled(span)} dates`,
      `${titled(span)} period`,
      titled(span),
      `${titled(span)} Dates`,
      'Period',
      'Dates',
      `Period of ${span}`,
    ],
    from,
    to: addDays(from, pick([0, 6, 6, 13, 29, 30, 90, 364, Math.floor(random() * 60)])),
    names: [`${span}_${start}`, `${span}_${end}`],
    descriptions: pick([
      [`First day of the ${span}`, `Last day of the ${span}`],
      [`Start of the ${span} period`, `End of the ${span} period`],
      [`Day from which the ${span} runs`, `Day until which the ${span} runs`],
      ['', ''],
    ]),
  };
}

/** Facts of different kinds, none called the same. */
export function makeRecord(writer: DocumentWriter, count: number): Fact[] {
  const kinds = [codeFact, codeFact, nameFact, nameFact, nameFact, dateFact, dateFact, moneyFact, moneyFact, countFact, addressFact];
  const facts: Fact[] = [];
  const taken = new Set<string>();
  for (let tries = 0; facts.length < count && tries < count * 4; tries++) {
    const fact = writer.pick(kinds)(writer);
    if (taken.has(fact.base)) continue;
    taken.add(fact.base);
    facts.push(fact);
  }
  return facts;
}

/** Asks for a fact in one of the ways a schema may name it. `value` other than its own: what the document really says. */
export function askFact(writer: DocumentWriter, fact: Fact, value: string | number | null = fact.value): void {
  const vague = writer.chance(0.5);
  writer.ask(writer.pick(fact.names), fact.type, value, vague ? writer.pick(fact.descriptions) : '');
}

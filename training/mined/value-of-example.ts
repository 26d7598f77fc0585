import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { wordsOfLabel } from '#lib/extraction/labels/words-of-label.ts';
import type { LabelExample } from '../labels/load-label-examples.ts';
import type { DocumentWriter } from '../synthetic/document-writer.ts';
import { addDays, makeAddress, makeCode, makeCompany, makeInstitution, makeName, makePerson } from '../synthetic/random-values.ts';

export type MadeValue = { type: Field['type']; value: string | number; lines: string[] };
type Kind = 'date' | 'money' | 'number' | 'percentage' | 'code' | 'person' | 'company' | 'address' | 'place' | 'email' | 'phone' | 'text';

/** What the words of a name, label or description tell of a value; the first that fits. */
const BY_WORD: readonly (readonly [RegExp, Kind])[] = [
  [/^(?:e?mail)$/, 'email'],
  [/^(?:phone|telephone|mobile|fax)$/, 'phone'],
  [/^(?:date|dated|birthday|dob|deadline|expiry|expires|expiration|since|until|on)$/, 'date'],
  [/^(?:percent|percentage|rate|%|ratio|share)$/, 'percentage'],
  [
    /^(?:amount|amt|total|price|cost|fee|fees|balance|payment|salary|income|tax|value|sum|charge|charges|rent|deposit|wages|budget|premium)$/,
    'money',
  ],
  [/^(?:number|no|num|nr|id|code|reference|ref|identifier|serial|key|iban|licence|license)$/, 'code'],
  [/^(?:address|street)$/, 'address'],
  [/^(?:city|town|country|state|province|region|place|location|nationality|county)$/, 'place'],
  [/^(?:company|organisation|organization|employer|supplier|bank|school|agency|manufacturer|carrier|institution|vendor)$/, 'company'],
  [/^(?:person|surname|contact|owner|holder|signed|by|author|patient|employee|applicant|tenant|customer|name|manager|officer)$/, 'person'],
  [/^(?:count|quantity|qty|size|age|weight|height|length|width|duration|days|hours|score|units|volume|pages|year|years)$/, 'number'],
];
const BY_TYPE: readonly (readonly [RegExp, Kind])[] = [
  [/date|time/i, 'date'],
  [/money|amount|currency|monetary|dollar/i, 'money'],
  [/percent|rate/i, 'percentage'],
  [/^int|integer|float|double|decimal|number|quantity/i, 'number'],
];
/** Types of data models that documents do not print. */
const UNPRINTED = /bool|check|object|many|array|class|link|table|yesno|yes_no|uuid|binary|html|indicator|dimension|recid|uri/i;

const STATES =
  'Approved|Standard|Class B|Medium|Residential|Pending review|Grade 2|Full time|Not applicable|Open|High|Copper|Second floor|Annual|Type C|By post|North wing|Granted|Dry|Level 3|Mixed use|Partly|Express|Blue|Final|Regular|Stainless steel|Temporary'.split(
    '|',
  );

/** True when a document could print a value of the example. */
export function isPrintable({ type }: LabelExample): boolean {
  return !UNPRINTED.test(type);
}

function kindOf(example: LabelExample): Kind {
  const byType = BY_TYPE.find(([pattern]) => pattern.test(example.type));
  const english = example.labels.en?.[0] ?? '';
  // The last words of a label say what it is: “date of birth” and “birth date”.
  for (const text of [english, example.name])
    for (const [pattern, kind] of BY_WORD)
      if (wordsOfLabel(text).some((word) => pattern.test(word)) && (!byType || kind === byType[1] || byType[1] === 'number')) return kind;
  return byType?.[1] ?? 'text';
}

/** A made-up value of the kind that an example's words and type speak of, as the document writes it. */
export function valueOfExample(writer: DocumentWriter, example: LabelExample): MadeValue {
  const { pick, random, style } = writer;
  const text = (value: string, lines = [value]): MadeValue => ({ type: 'string', value, lines });
  switch (kindOf(example)) {
    case 'date': {
      const iso = addDays('2012-01-01', Math.floor(random() * 5000));
      return { type: 'date', value: iso, lines: [style.date(iso)] };
    }
    case 'money': {
      const value = random() < 0.08 ? 0 : Math.round((1 + random() ** 3 * 40_000) * 100) / 100;
      return { type: 'money', value, lines: [style.money(value)] };
    }
    case 'percentage': {
      const value = Math.round(random() * 1000) / 10;
      return { type: 'percentage', value, lines: [`${value}${pick(['%', ' %'])}`] };
    }
    case 'number': {
      const value = random() < 0.6 ? Math.floor(random() ** 2 * 900) : Math.round(random() * 9000) / 10;
      return {
        type: 'number',
        value,
        lines: [random() < 0.3 ? `${value} ${pick(['kg', 'm', 'km', 'kWh', 'days', 'cm', 'pcs'])}` : String(value)],
      };
    }
    case 'code':
      return text(makeCode(pick, random));
    case 'person':
      return text(random() < 0.3 ? makePerson(pick).toUpperCase() : makePerson(pick));
    case 'company':
      return text(random() < 0.25 ? makeInstitution(pick) : makeCompany(pick, random));
    case 'address': {
      const lines = makeAddress(pick, random);
      return random() < 0.5 ? text(lines.join(', ')) : { type: 'string', value: lines.join(' '), lines: [...lines] };
    }
    case 'place':
      return text(makeName(pick));
    case 'email':
      return text(`${makeName(pick).toLowerCase()}@${makeName(pick).toLowerCase()}.${pick(['com', 'org', 'de', 'fr'])}`);
    case 'phone':
      return text(`+${Math.floor(1 + random() * 60)} ${Math.floor(100 + random() * 800)} ${Math.floor(100_000 + random() * 899_999)}`);
    default:
      return text(random() < 0.6 ? pick(STATES) : `${pick(STATES)} ${makeName(pick)}`);
  }
}

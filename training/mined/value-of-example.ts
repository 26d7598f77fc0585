import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { kindOfExample } from '../labels/kind-of-example.ts';
import type { LabelExample } from '../labels/load-label-examples.ts';
import type { DocumentWriter } from '../synthetic/document-writer.ts';
import { addDays, makeAddress, makeCode, makeCompany, makeInstitution, makeName, makePerson } from '../synthetic/random-values.ts';

export type MadeValue = { type: Field['type']; value: string | number; lines: string[] };
const STATES =
  'Approved|Standard|Class B|Medium|Residential|Pending review|Grade 2|Full time|Not applicable|Open|High|Copper|Second floor|Annual|Type C|By post|North wing|Granted|Dry|Level 3|Mixed use|Partly|Express|Blue|Final|Regular|Stainless steel|Temporary'.split(
    '|',
  );

/** A made-up value of the kind that an example's words and type speak of, as the document writes it. */
export function valueOfExample(writer: DocumentWriter, example: LabelExample): MadeValue {
  const { pick, random, style } = writer;
  const text = (value: string, lines = [value]): MadeValue => ({ type: 'string', value, lines });
  switch (kindOfExample(example)) {
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

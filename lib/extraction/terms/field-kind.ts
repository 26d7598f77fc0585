import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import { whole } from '../languages/languages.ts';

/** What the text of a field looks like, beyond its type. */
export type FieldKind =
  | 'date'
  | 'money'
  | 'number'
  | 'percentage'
  | 'boolean'
  | 'enum'
  | 'identifier'
  | 'iban'
  | 'bic'
  | 'vat_id'
  | 'email'
  | 'phone'
  | 'url'
  | 'address'
  | 'name'
  | 'place'
  | 'duration'
  | 'currency'
  | 'text';

const BY_CONCEPT: Record<string, FieldKind> = {
  iban: 'iban',
  bic: 'bic',
  vat_id: 'vat_id',
  tax_number: 'identifier',
  fiscal_code: 'identifier',
  company_number: 'identifier',
  ein: 'identifier',
  ssn: 'identifier',
  surname: 'name',
  given_names: 'name',
  nationality: 'place',
  email: 'email',
  phone: 'phone',
  shop_address: 'address',
  street_address: 'address',
  city_state_zip: 'address',
  jurisdiction: 'place',
  term_duration: 'duration',
  notice_period: 'duration',
  currency: 'currency',
  parties: 'name',
  advertiser: 'name',
  shop_name: 'name',
  registrant: 'name',
  item_description: 'text',
};
const BY_FORMAT: Record<string, FieldKind> = {
  iban: 'iban',
  bic: 'bic',
  vat_id: 'vat_id',
  email: 'email',
  phone: 'phone',
  url: 'url',
  address: 'address',
  person: 'name',
  organisation: 'name',
  identifier: 'identifier',
  currency: 'currency',
};
/** Numbers of taxpayers, companies and persons that are called by an abbreviation of their own. */
const NUMBERS = ['ssn', 'ein', 'nif', 'nip', 'siret', 'siren', 'rfc', 'kvk', 'cnpj', 'cpf', 'abn', 'pan', 'gstin'];
const BY_FAMILY: readonly (readonly [string, FieldKind])[] = [
  ['iban', 'iban'],
  ['bic', 'bic'],
  ['email', 'email'],
  ['phone', 'phone'],
  ['fax', 'phone'],
  ['number', 'identifier'],
  ['identifier', 'identifier'],
  ['tin', 'identifier'],
  ...NUMBERS.map((family): [string, FieldKind] => [family, 'identifier']),
  ['code', 'identifier'],
  ['reference', 'identifier'],
  ['address', 'address'],
  ['street', 'address'],
  ['web', 'url'],
  ['name', 'name'],
  ['country', 'place'],
  ['citizenship', 'place'],
];
/** Parties: what is asked of one may be its number or address, but where nothing says so it is the name. */
const PARTIES: ReadonlySet<string> = new Set([
  'company',
  'person',
  'buyer',
  'seller',
  'supplier',
  'customer',
  'party',
  'employer',
  'employee',
]);
/** Where the thing that a description names ends, and what is told of it begins (“Firm | that pays the wage”), as folded words. */
const TOLD = whole(({ descriptions }) => descriptions?.told);
/** Words before the thing itself. */
export const ARTICLE = whole(({ descriptions }) => descriptions?.articles);

/** The words of a description that name the thing it describes: its first ones, without what is told of it. */
export function headOfDescription(description: string): string {
  const words = description
    .split(/[.,;:()]/)[0]
    ?.split(/\s+/)
    .filter(Boolean);
  const first = words?.findIndex((word) => !ARTICLE.test(foldText(word))) ?? -1;
  if (!words || first < 0) return '';
  const end = words.findIndex((word, at) => at >= first && TOLD.test(foldText(word)));
  return words.slice(first, end < 0 ? words.length : end).join(' ');
}

/** A concept that a field may ask for, and how sure that is. */
type Likely = { id: string; score: number };
/** From here a concept is told by the field's name, and not by words somewhere in its description. */
const BY_NAME = 0.66;

/**
 * The kind of text a field asks for: from its type, format and concept, else from what its name says, and the thing that its description
 * names. That it speaks of a party counts last.
 * @param name word families of the name
 * @param described word families of the first words of the description (`headOfDescription`)
 */
export function kindOfField(
  field: Field | RowField,
  name: readonly string[],
  concept: Likely | undefined,
  described: readonly string[],
): FieldKind {
  switch (field.type) {
    case 'date':
    case 'money':
    case 'percentage':
    case 'boolean':
    case 'enum':
      return field.type;
    case 'number':
    case 'integer':
      return 'number';
    default:
  }
  if (field.format && BY_FORMAT[field.format]) return BY_FORMAT[field.format] ?? 'text';
  const known = concept && BY_CONCEPT[concept.id];
  if (known && concept.score >= BY_NAME) return known;
  for (const families of [name, described]) for (const [family, kind] of BY_FAMILY) if (families.includes(family)) return kind;
  if ([...name, ...described].some((family) => PARTIES.has(family))) return 'name';
  return known ?? 'text';
}

import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';

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
  ['web', 'url'],
  ['number', 'identifier'],
  ['identifier', 'identifier'],
  ['tin', 'identifier'],
  ...NUMBERS.map((family): [string, FieldKind] => [family, 'identifier']),
  ['code', 'identifier'],
  ['reference', 'identifier'],
  ['address', 'address'],
  ['street', 'address'],
  ['name', 'name'],
  ['country', 'place'],
  ['citizenship', 'place'],
  ['company', 'name'],
  ['person', 'name'],
  ['buyer', 'name'],
  ['seller', 'name'],
  ['supplier', 'name'],
  ['customer', 'name'],
  ['party', 'name'],
];

/** The kind of text a field asks for, from type, format, concept and the families of its name (then description). */
export function kindOfField(
  field: Field | RowField,
  name: readonly string[],
  concept: string | null,
  description: readonly string[],
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
  if (concept && BY_CONCEPT[concept]) return BY_CONCEPT[concept] ?? 'text';
  for (const families of [name, description.slice(0, 8)])
    for (const [family, kind] of BY_FAMILY) if (families.includes(family)) return kind;
  return 'text';
}

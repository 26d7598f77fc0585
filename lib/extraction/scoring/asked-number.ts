import { isTaxNumber, type TaxNumberKind } from '#lib/document/values/tax-number.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { FieldProfile } from '../terms/field-profile.ts';
import { taxNumberKindOf } from '../terms/tax-number-kind.ts';

/** Concepts whose numbers may be VAT numbers. */
const TAXED: ReadonlySet<string> = new Set(['vat_id', 'tax_number', 'fiscal_code', 'tin']);

/** True for a field that may ask for a VAT number. */
export function mayBeTaxed({ kind, concepts }: FieldProfile): boolean {
  return kind === 'vat_id' || concepts.some(({ id }) => TAXED.has(id));
}

const kinds = new WeakMap<object, TaxNumberKind | null>();

function kindOf({ field }: FieldProfile): TaxNumberKind | null {
  const known = kinds.get(field);
  if (known !== undefined) return known;
  const found = taxNumberKindOf(field.name, field.label);
  kinds.set(field, found);
  return found;
}

/**
 * Whether a candidate has the form and check digits of the number that a field asks for: 1 or -1; 0 for fields whose numbers have no
 * known form. A VAT number is -1 for a number of another name (of a register, a customer, a document).
 */
export function isAskedNumber(profile: FieldProfile, { kind, text }: Candidate): number {
  if (profile.kind !== 'identifier' && profile.kind !== 'vat_id') return 0;
  const asked = kindOf(profile);
  if (asked) return isTaxNumber(asked, text) ? 1 : -1;
  if (profile.kind === 'vat_id') return kind === 'vat_id' ? 1 : 0;
  return kind === 'vat_id' && !mayBeTaxed(profile) ? -1 : 0;
}

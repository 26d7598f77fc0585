import type { TaxNumberKind } from '#lib/document/values/tax-number.ts';
import { keyOfLabel, wordsOfName } from './field-profile.ts';
import { familiesOfPhrase } from './vocabulary.ts';

const KINDS: readonly TaxNumberKind[] = ['ssn', 'ein', 'nif', 'nip', 'siret', 'siren', 'kvk', 'bsn', 'cnpj', 'cpf', 'abn', 'gstin'];

/** The number a field is named after (“siret”, “seller_nip”, “Codice fiscale”), or null. */
export function taxNumberKindOf(name: string, label: string): TaxNumberKind | null {
  const families = [wordsOfName(name), label].map((text) => familiesOfPhrase(text));
  if (families.some((list) => keyOfLabel(list) === keyOfLabel(familiesOfPhrase('codice fiscale')))) return 'fiscal_code';
  const named = KINDS.filter((kind) => families.some((list) => list.includes(kind)));
  return named.length === 1 ? (named[0] ?? null) : null;
}

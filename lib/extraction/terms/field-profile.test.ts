import { describe, expect, it } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { createExtractionContext } from '../scoring/extraction-context.ts';
import { buildReading } from '../testing/build-reading.ts';
import { profileField } from './field-profile.ts';
import { familiesOf, familiesOfPhrase } from './vocabulary.ts';

const field = (name: string, type = 'string', description = '') => fieldSchema.parse({ name, type, description });

/** How well a printed label names each of the fields. */
function likeness(label: string, fields: ReturnType<typeof field>[]): number[] {
  const { labels, view } = createExtractionContext(buildReading([[{ text: label, x: 40, y: 40 }]]), fields);
  const matches = labels.match(0, view.tokens.length);
  return fields.map((_, index) => Math.round((matches[index]?.score ?? 0) * 100) / 100);
}

describe('label knowledge', () => {
  it('takes words of eight languages and compounds to the same families', () => {
    const wanted = [...familiesOfPhrase('invoice number')].sort();
    for (const label of [
      'Rechnungsnummer',
      'Rechnungs-Nr.',
      'numéro de facture',
      'número de factura',
      'numero fattura',
      'factuurnummer',
      'número da fatura',
      'numer faktury',
    ])
      expect([label, [...familiesOfPhrase(label)].sort()]).toEqual([label, wanted]);
  });
  it('repairs one wrong letter in recognised words only', () => {
    expect(familiesOf('invoicc', true)).toEqual(['invoice']);
    expect(familiesOf('invoicc')).toEqual(['invoicc']);
  });
  it('prefers the field that is meant', () => {
    const fields = [field('invoice_date', 'date'), field('due_date', 'date'), field('delivery_date', 'date')];
    for (const [label, index] of [
      ['Rechnungsdatum:', 0],
      ['Fällig am', 1],
      ["Date d'échéance", 1],
      ['Lieferdatum', 2],
      ['Invoice Date', 0],
      ['Termin płatności', 1],
    ] as const) {
      const scores = likeness(label, fields);
      expect([label, scores.indexOf(Math.max(...scores))]).toEqual([label, index]);
      expect(scores[index]).toBeGreaterThan(0.6);
    }
  });
  it('gives little to labels of other things', () => {
    for (const label of ['Telefon', 'Page', 'Weather forecast'])
      expect(Math.max(...likeness(label, [field('invoice_number'), field('due_date', 'date')]))).toBeLessThan(0.3);
  });
  it('works from any wording of a schema it has no concept for', () => {
    const [own, other] = likeness('Nonqualified deferred compensation', [
      field('deferred_compensation', 'money', 'Nonqualified deferred compensation'),
      field('crop_insurance', 'money'),
    ]);
    expect(own).toBeGreaterThan(0.8);
    expect(other).toBeLessThan(0.2);
  });
});

describe('profileField', () => {
  it('tells whose value a field holds and of which kind it is', () => {
    expect(profileField(field('buyer_vat_id'))).toMatchObject({ role: 'buyer', kind: 'vat_id' });
    expect(profileField(field('vendor'))).toMatchObject({ role: 'seller', kind: 'name' });
    expect(profileField(field('customer_iban'))).toMatchObject({ role: 'buyer', kind: 'iban' });
    expect(profileField(field('shipToAddress'))).toMatchObject({ role: 'ship_to', kind: 'address' });
    expect(profileField(field('policyNo'))).toMatchObject({ role: null, kind: 'identifier' });
    expect(profileField(field('total', 'money'))).toMatchObject({ kind: 'money' });
  });
});

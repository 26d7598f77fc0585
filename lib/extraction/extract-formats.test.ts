import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { buildReading, type Print } from './testing/build-reading.ts';
import { field, run, value } from './testing/plain-invoice.ts';

describe('values whose format says what they are', () => {
  const page: Print[] = [
    { text: 'Talwerk Holzbau GmbH', x: 40, y: 40, bold: true },
    { text: 'info@talwerk.example', x: 40, y: 60 },
    { text: 'VAT no. DE136695976', x: 40, y: 80 },
    { text: 'Total', x: 390, y: 332 },
    { text: '476,00 €', x: 545, y: 332, right: true },
  ];

  it('offers the only e-mail address though no label stands beside it, and leaves it to a person', () => {
    const { fields } = run(buildReading([page]), [field('contact', 'string', { label: 'Contact', format: 'email' })]);
    expect(fields.contact).toMatchObject({ value: 'info@talwerk.example', evidence: [{ page: 1 }] });
    expect((fields.contact as ExtractedValue).confidence).toBeLessThan(0.85);
  });

  it('reads a currency by its sign as its code', () => {
    expect(value(run(buildReading([page]), [field('currency', 'string', { format: 'currency' })]), 'currency')).toBe('EUR');
  });

  it('is never sure of one VAT id for two parties', () => {
    const fields = ['seller_vat_id', 'buyer_vat_id'].map((name) => field(name, 'string', { format: 'vat_id' }));
    const result = run(buildReading([page]), fields);
    const [seller, buyer] = fields.map(({ name }) => result.fields[name] as ExtractedValue);
    const isShared = seller?.value !== null && seller?.value === buyer?.value;
    expect(isShared && Math.max(seller?.confidence ?? 0, buyer?.confidence ?? 0) > 0.5).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { type ExtractedRow, type ExtractedValue, extractionResultSchema } from '#lib/contract/service/extraction.ts';
import { type Field, fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from './extract.ts';
import { buildReading, type Print } from './testing/build-reading.ts';

const field = (name: string, type: Field['type'], rest: Partial<Field> = {}): Field => fieldSchema.parse({ name, type, ...rest });
const run = (pages: readonly (readonly Print[])[], fields: Field[]) =>
  extractionResultSchema.parse(extract({ schema: { fields, rules: [] }, reading: buildReading(pages) }));
const found = (result: ReturnType<typeof run>, name: string) => (result.fields[name] as ExtractedValue).value;

const LETTER: Print[] = [
  { text: 'Kalmora Gartenbau GmbH', x: 40, y: 40 },
  { text: 'Order number: KG-5512', x: 40, y: 90 },
  { text: 'Order date: 14.05.2030', x: 40, y: 106 },
  { text: 'Total:', x: 40, y: 122 },
  { text: '89,50 €', x: 120, y: 122 },
];
const ASKED: Field[] = [
  field('order_number', 'string'),
  field('order_date', 'date'),
  field('total', 'money'),
  field('iban', 'string'),
  field('tags', 'list'),
  field('express', 'boolean'),
  field('lines', 'rows', { fields: [{ name: 'amount', type: 'money', label: '', description: '', required: false }] }),
];

describe('input that is hard to answer', () => {
  it('invents nothing on a page without words', () => {
    const result = run([[]], [...ASKED, field('status', 'enum', { enum: ['open', 'closed'] })]);
    for (const { name, type } of ASKED) {
      if (type === 'rows') expect(result.fields[name]).toEqual([]);
      else expect([name, found(result, name), (result.fields[name] as ExtractedValue).evidence]).toEqual([name, null, []]);
    }
    expect(found(result, 'status')).toBeNull();
  });

  it('gives no option of an enum that is not printed', () => {
    const result = run([LETTER], [field('status', 'enum', { enum: ['Approved', 'Withdrawn'] })]);
    expect(result.fields.status).toMatchObject({ value: null, evidence: [] });
    expect((result.fields.status as ExtractedValue).reason).toContain('options');
  });

  it('takes every value from the page, also when its words were read in a wrong encoding', () => {
    const garbled: Print[] = [
      { text: 'RÃ¤chnung fÃ¼r KÃ¤ufer â‚¬', x: 40, y: 40 },
      { text: '\uFFFD\uFFFDtal: 12\uFFFD50', x: 40, y: 60 },
      { text: 'D\u0000tum: ##/##/####', x: 40, y: 80 },
      { text: '锟斤拷 锟斤拷 1.2.3.4.5', x: 40, y: 100 },
    ];
    const result = run([garbled], ASKED);
    const printed = garbled.flatMap(({ text }) => text.split(' '));
    for (const entry of Object.values(result.fields).flat() as (ExtractedValue | ExtractedRow)[]) {
      const cells = 'evidence' in entry ? [entry as ExtractedValue] : Object.values(entry as ExtractedRow);
      for (const { value, evidence } of cells) {
        if (value === null) continue;
        expect(evidence.length).toBeGreaterThan(0);
        for (const { text } of evidence)
          for (const word of text.split(' ')) expect(printed.some((print) => print.includes(word))).toBe(true);
      }
    }
    expect(found(result, 'order_date')).toBeNull();
  });

  it('answers two fields that mean the same with the same value', () => {
    const result = run([LETTER], [field('order_number', 'string'), field('purchase_order_number', 'string')]);
    expect([found(result, 'order_number'), found(result, 'purchase_order_number')]).toContain('KG-5512');
    for (const name of ['order_number', 'purchase_order_number'])
      expect([null, 'KG-5512'], 'another number must not be made up').toContain(found(result, name));
  });

  it('leaves a party without a number of its own empty rather than giving it the other one', () => {
    const page: Print[] = [
      { text: 'Seller', x: 40, y: 40, bold: true },
      { text: 'Kalmora Gartenbau GmbH', x: 40, y: 56 },
      { text: 'VAT ID: DE136695976', x: 40, y: 72 },
      { text: 'Buyer', x: 320, y: 40, bold: true },
      { text: 'Ostermond Catering AG', x: 320, y: 56 },
    ];
    const result = run(
      [page],
      [field('seller_vat_id', 'string', { format: 'vat_id' }), field('buyer_vat_id', 'string', { format: 'vat_id' })],
    );
    expect([found(result, 'seller_vat_id'), found(result, 'buyer_vat_id')]).toEqual(['DE136695976', null]);
  });

  it('never reads an amount of money as a rate', () => {
    const page: Print[] = [
      { text: 'VAT 20 %', x: 300, y: 40 },
      { text: '536,08 €', x: 545, y: 40, right: true },
    ];
    expect(found(run([page], [field('tax_rate', 'percentage')]), 'tax_rate')).toBe(20);
  });
});

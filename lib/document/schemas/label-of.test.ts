import { describe, expect, it } from 'vitest';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { labelOf } from './label-of.ts';

const schema = schemaDraftSchema.parse({
  name: 'Order',
  fields: [
    { name: 'order_number', label: 'Order number', type: 'string' },
    { name: 'items', label: 'Positions', type: 'rows', fields: [{ name: 'amount', label: 'Amount', type: 'money' }] },
  ],
});

describe('labelOf', () => {
  it('names a field by its label', () => expect(labelOf(schema, '/order_number')).toBe('Order number'));
  it('names a cell by field, row as people count, and column', () =>
    expect(labelOf(schema, '/items/1/amount')).toBe('Positions, row 2, Amount'));
  it('names a row', () => expect(labelOf(schema, '/items/0')).toBe('Positions, row 1'));
  it('keeps the name where the schema no longer has the field', () => expect(labelOf(schema, '/gone/0/x')).toBe('gone, row 1, x'));
});

import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';

/** A schema with one field and one table. */
export const ORDER = schemaDraftSchema.parse({
  name: 'Order',
  fields: [
    { name: 'number', type: 'string' },
    {
      name: 'lines',
      type: 'rows',
      fields: [
        { name: 'item', type: 'string' },
        { name: 'amount', type: 'money' },
      ],
    },
  ],
});

const read = (value: string | number) => ({ value, text: String(value), confidence: 0.9, evidence: [], candidates: [] });

/** What was extracted from an order with three lines. */
export const EXTRACTED_ORDER = {
  engine: 'test',
  completeness: {},
  fields: { number: read('A-1'), lines: ['Nails', 'Screws', 'Glue'].map((item, n) => ({ item: read(item), amount: read(n + 1) })) },
};

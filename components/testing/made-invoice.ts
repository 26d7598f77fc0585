import { type Evidence, type ExtractedRow, type ExtractedValue, extractionResultSchema } from '#lib/contract/service/extraction.ts';
import { schemaSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { buildPage, type Print } from '#lib/extraction/testing/build-reading.ts';

const AT = '2026-01-05T09:00:00.000Z';

/** What the desk is asked to read from the invoice. */
export const INVOICE_SCHEMA = schemaSchema.parse({
  type: 'schema',
  id: 'schema-invoice',
  version: 1,
  created_at: AT,
  updated_at: AT,
  name: 'Invoice',
  fields: [
    { name: 'number', label: 'Invoice number', type: 'string', required: true },
    { name: 'issued', label: 'Invoice date', type: 'date' },
    { name: 'supplier', label: 'Supplier', type: 'string', required: true },
    { name: 'order', label: 'Order number', type: 'string' },
    { name: 'paid', label: 'Paid', type: 'boolean' },
    { name: 'kind', label: 'Kind', type: 'enum', enum: ['Invoice', 'Credit note'] },
    { name: 'total', label: 'Total', type: 'money' },
    {
      name: 'lines',
      label: 'Lines',
      type: 'rows',
      fields: [
        { name: 'text', label: 'Description', type: 'string' },
        { name: 'count', label: 'Quantity', type: 'integer' },
        { name: 'amount', label: 'Amount', type: 'money' },
      ],
    },
  ],
  rules: [{ formula: 'total = sum(lines.amount)', message: 'The total is the sum of the lines.' }],
});

const ROWS = [
  ['Oak board', 4, 120],
  ['Brass hinge', 12, 36],
  ['Wood glue', 2, 14],
] as const;

const prints: readonly (readonly Print[])[] = [
  [
    { text: 'Larch & Sons Joinery', x: 60, y: 60, size: 14 },
    { text: 'Invoice number 2026-117', x: 60, y: 120 },
    { text: 'Invoice date 03/04/2026', x: 60, y: 140 },
    { text: 'Your order PO-8841', x: 60, y: 160 },
    ...ROWS.flatMap(([text, count, amount], row): Print[] => [
      { text, x: 60, y: 240 + 20 * row },
      { text: String(count), x: 330, y: 240 + 20 * row },
      { text: amount.toFixed(2), x: 430, y: 240 + 20 * row },
    ]),
  ],
  [
    { text: 'Terms of delivery', x: 60, y: 60, size: 14 },
    { text: 'Total 170.00 EUR', x: 60, y: 700 },
  ],
];

/** The two pages of the invoice. The total stands at the foot of the second. */
export const INVOICE_PAGES: readonly Page[] = prints.map((page, at) => buildPage(at + 1, page));

/** Where a text stands: words of one line, one after the other. @throws when it does not stand there */
export function placeOf(text: string, page = 1): Evidence {
  const { words, lines } = INVOICE_PAGES[page - 1] as Page;
  const wanted = text.split(' ');
  for (const { words: range } of lines) {
    for (let from = range[0]; from + wanted.length <= range[1]; from += 1) {
      if (!wanted.every((word, at) => words[from + at]?.text === word)) continue;
      const [first, last] = [words[from]!.box, words[from + wanted.length - 1]!.box];
      return { page, box: [first[0], first[1], last[2], last[3]], text, words: wanted.map((_, at) => from + at) };
    }
  }
  throw new Error(`"${text}" does not stand on page ${page}.`);
}

const found = (value: ExtractedValue['value'], evidence: Evidence, confidence = 0.97): ExtractedValue => {
  return { value, text: evidence.text, confidence, evidence: [evidence], candidates: [] };
};
const nothing: ExtractedValue = { value: null, text: null, confidence: 0.9, evidence: [], candidates: [] };

/**
 * What the engine has read: the date is in doubt, the supplier was not found although it is required, and of the order number
 * it did not dare to say what it considered.
 */
export const INVOICE_RESULT = extractionResultSchema.parse({
  engine: 'made for tests',
  fields: {
    number: found('2026-117', placeOf('2026-117')),
    issued: {
      ...found('2026-04-03', placeOf('03/04/2026'), 0.62),
      candidates: [{ value: '2026-03-04', text: '03/04/2026', confidence: 0.38, evidence: [placeOf('03/04/2026')] }],
    },
    supplier: nothing,
    order: {
      ...nothing,
      confidence: 0.4,
      candidates: [{ value: 'PO-8841', text: 'PO-8841', confidence: 0.45, evidence: [placeOf('PO-8841')] }],
    },
    paid: nothing,
    kind: nothing,
    total: { ...found(170, placeOf('170.00', 2)), currency: 'EUR' },
    lines: ROWS.map(
      ([text, count, amount]): ExtractedRow => ({
        text: found(text, placeOf(text)),
        count: found(count, placeOf(String(count))),
        amount: found(amount, placeOf(amount.toFixed(2))),
      }),
    ),
  },
});

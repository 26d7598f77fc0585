import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ExtractedRow, type ExtractedValue, extractionResultSchema } from '#lib/contract/service/extraction.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { extract } from './extract.ts';
import { loadWeights } from './scoring/load-weights.ts';
import { buildReading, type Print } from './testing/build-reading.ts';
import { field, INVOICE, INVOICE_FIELDS, LINES, run, value } from './testing/plain-invoice.ts';

describe('extract', () => {
  it('finds the values of a plain invoice, each with the words it came from', () => {
    const reading = buildReading([INVOICE]);
    const result = run(reading, INVOICE_FIELDS);
    expect(extractionResultSchema.parse(result)).toBeTruthy();
    expect(Object.fromEntries(INVOICE_FIELDS.slice(0, 8).map(({ name }) => [name, value(result, name)]))).toEqual({
      invoice_number: 'TW-2031-0042',
      invoice_date: '2031-03-12',
      due_date: '2031-04-11',
      buyer_name: 'Ostermond Catering AG',
      net_total: 400,
      tax_total: 76,
      grand_total: 476,
      currency: 'EUR',
    });
    for (const entry of Object.values(result.fields).flat() as ExtractedValue[]) {
      for (const evidence of entry.evidence ?? []) {
        const words = (evidence.words ?? []).map((word) => reading.pages[evidence.page - 1]?.words[word]?.text);
        expect(words.join(' ')).toBe(evidence.text);
      }
    }
    expect((result.fields.invoice_number as ExtractedValue).reason).toContain('Invoice number');
    expect((result.fields.grand_total as ExtractedValue).currency).toBe('EUR');
  });

  it('reads rows with every cell, and says how complete they are', () => {
    const result = run(buildReading([INVOICE]), [LINES]);
    const rows = (result.fields.lines as ExtractedRow[]).map((row) => Object.values(row).map((cell) => cell.value));
    expect(rows).toEqual([
      ['Oak board, planed', 4, 25, 100],
      ['Larch beam', 2, 150, 300],
    ]);
    expect(result.completeness.lines).toMatchObject({ row_like_lines: 2, rows: 2, unclaimed: [] });
  });

  it('follows rows over a page break without repeated headings', () => {
    const head = INVOICE.filter((print) => print.y === 220);
    const row = (y: number, name: string, amount: string): Print[] => [
      { text: name, x: 40, y },
      { text: '1', x: 320, y },
      { text: amount, x: 440, y, right: true },
      { text: amount, x: 545, y, right: true },
    ];
    const first = [
      ...head,
      ...Array.from({ length: 28 }, (_, index) =>
        row(240 + index * 20, `Part ${String.fromCharCode(65 + (index % 26))}x`, `${index + 1},50`),
      ).flat(),
    ];
    const second = [
      ...row(40, 'Part late', '7,25'),
      ...row(60, 'Part last', '8,25'),
      { text: 'Total', x: 390, y: 100 },
      { text: '451,50', x: 545, y: 100, right: true },
    ];
    const result = run(buildReading([first, second]), [LINES]);
    const rows = result.fields.lines as ExtractedRow[];
    expect(rows).toHaveLength(30);
    expect(rows.at(-1)?.line_total?.value).toBe(8.25);
    expect(rows.at(-1)?.line_total?.evidence[0]?.page).toBe(2);
  });

  it('reads rows of a receipt that has no headings', () => {
    const item = (y: number, text: string, amount: string): Print[] => [
      { text, x: 200, y },
      { text: amount, x: 380, y, right: true },
    ];
    const prints = [
      { text: 'KORNBLUME MARKET', x: 230, y: 40 },
      ...item(100, '2 Rye bread', '7.00'),
      ...item(114, '1 Butter', '2.35'),
      ...item(128, '3 Apples', '1.80'),
      ...item(150, 'TOTAL', '11.15'),
    ];
    const rows = run(buildReading([prints]), [LINES]).fields.lines as ExtractedRow[];
    expect(rows.map((row) => [row.description?.value, row.quantity?.value, row.line_total?.value])).toEqual([
      ['Rye bread', 2, 7],
      ['Butter', 1, 2.35],
      ['Apples', 3, 1.8],
    ]);
  });

  it('gives every field an entry and invents nothing on an empty page', () => {
    const result = run(buildReading([[]]), [...INVOICE_FIELDS, field('paid', 'boolean'), field('parties', 'list')]);
    for (const [name, entry] of Object.entries(result.fields)) {
      if (Array.isArray(entry)) expect([name, entry]).toEqual([name, []]);
      else expect(entry).toMatchObject({ value: null, evidence: [], reason: expect.stringMatching(/\w/) });
    }
    expect(Object.keys(result.fields)).toHaveLength(11);
  });

  it('does not choose an option that is not printed', () => {
    const result = run(buildReading([INVOICE]), [field('delivery_terms', 'enum', { enum: ['EXW', 'FOB', 'CIF'] })]);
    expect(value(result, 'delivery_terms')).toBeNull();
  });

  it('tells ticked boxes by what stands beside them', () => {
    const box = (left: number, top: number) =>
      [left / 595, top / 842, (left + 10) / 595, (top + 10) / 842] as [number, number, number, number];
    const reading = buildReading([
      [
        { text: 'Pick up', x: 60, y: 100 },
        { text: 'Home delivery', x: 60, y: 120 },
      ],
    ]);
    reading.pages[0]?.tick_boxes.push({ box: box(44, 100), ticked: false }, { box: box(44, 120), ticked: true });
    const result = run(reading, [field('home_delivery', 'boolean'), field('pick_up', 'boolean'), field('gift_wrap', 'boolean')]);
    expect([value(result, 'home_delivery'), value(result, 'pick_up'), value(result, 'gift_wrap')]).toEqual([true, false, null]);
  });

  it('gives the same answer every time', () => {
    const answer = () => JSON.stringify({ ...run(buildReading([INVOICE]), INVOICE_FIELDS), duration_ms: 0 });
    expect(answer()).toBe(answer());
  });

  it('answers any page and any schema with an entry for each field, in the form of the contract', () => {
    const text = fc.oneof(
      fc.string({ minLength: 1, maxLength: 30, unit: 'binary' }),
      fc.constantFrom('Total: 12,50 €', 'Date 03/04/2031', '((((', 'x:y:z:=|', '\uFFFD\uD83D 1O.5O', 'AG'),
    );
    const print = fc.record({
      text,
      x: fc.integer({ min: -50, max: 700 }),
      y: fc.integer({ min: -50, max: 900 }),
      size: fc.constantFrom(0, 6, 10, 80),
    });
    const name = fc.constantFrom('a', 'total', 'buyer_name', 'invoiceDate', 'x_1', 'address', 'term', '_');
    const type = fc.constantFrom<Field['type']>('string', 'date', 'money', 'number', 'integer', 'percentage', 'boolean', 'list');
    const fields = fc.uniqueArray(fc.record({ name, type }), { selector: (entry) => entry.name, minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fc.array(print, { maxLength: 25 }), { minLength: 1, maxLength: 2 }), fields, (pages, asked) => {
        const schema = [...asked.map((entry) => field(entry.name, entry.type)), LINES];
        const result = run(buildReading(pages), schema);
        expect(Object.keys(result.fields).sort()).toEqual(schema.map((entry) => entry.name).sort());
        extractionResultSchema.parse(result);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses weights that were learned for other features', () => {
    const weights = loadWeights();
    expect(() =>
      extract({ schema: { fields: [field('a', 'string')] }, reading: buildReading([INVOICE]), weights: { ...weights, features: ['x'] } }),
    ).toThrow(RangeError);
  });

  it('copes with 400 fields, fields that mean the same, and fields without description', () => {
    const fields = Array.from({ length: 400 }, (_, index) =>
      field(
        `${['invoice_number', 'due_date', 'total', 'customer'][index % 4]}_${index}`,
        (['string', 'date', 'money', 'string'] as const)[index % 4] ?? 'string',
      ),
    );
    const before = process.cpuUsage();
    const result = run(buildReading([INVOICE]), fields);
    expect(Object.keys(result.fields)).toHaveLength(400);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(20_000);
  });

  it('reads 300 full pages within limits', () => {
    const page = Array.from(
      { length: 45 },
      (_, line): Print => ({
        text: `Line ${line} says that item ${line * 7} of the long report was shipped on 12.03.2031 for 1.250,00 in all`,
        x: 40,
        y: 40 + line * 16,
      }),
    );
    const before = process.cpuUsage();
    const result = run(buildReading([INVOICE, ...Array.from({ length: 299 }, () => page)]), INVOICE_FIELDS);
    expect(value(result, 'invoice_number')).toBe('TW-2031-0042');
    // processor time: a machine busy with other work makes it no slower
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1e6).toBeLessThan(60);
  });
});

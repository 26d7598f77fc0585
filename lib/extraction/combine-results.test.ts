import { describe, expect, it } from 'vitest';
import type { ExtractedValue, ExtractionResult } from '#lib/contract/service/extraction.ts';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { combineResults } from './combine-results.ts';
import { groundModelAnswer } from './ground-model-answer.ts';

const schema = schemaDraftSchema.parse({
  name: 'Bill',
  fields: [
    { name: 'number', type: 'string', label: 'Bill' },
    { name: 'total', type: 'money', label: 'Total' },
    { name: 'due', type: 'date' },
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
const texts = ['Bill 4711', 'Bolts 3.00', 'Nuts 9.00', 'Total 12.00'];
const words = texts.flatMap((text, row) =>
  text.split(' ').map((word, column) => ({ text: word, box: [column / 4, row / 10, (column + 1) / 4, (row + 0.5) / 10] })),
);
const lines = texts.map((_, row) => ({ words: [row * 2, row * 2 + 2], box: [0, row / 10, 1, (row + 0.5) / 10] }));
const pages = [{ number: 1, width: 600, height: 800, words, lines, blocks: [], tables: [] } as unknown as Page];

const value = (given: ExtractedValue['value'], confidence: number): ExtractedValue => ({
  value: given,
  text: null,
  confidence,
  evidence: [],
  candidates: [],
});
const row = (item: string, amount: number) => ({ item: value(item, 0.8), amount: value(amount, 0.8) });
const local: ExtractionResult = {
  fields: { number: value('4711', 0.8), total: value(12, 0.8), due: value(null, 0.7), lines: [row('Bolts', 3), row('Nuts', 9)] },
  completeness: {},
  engine: 'local',
};
const model = (answer: Record<string, unknown>) => groundModelAnswer({ schema, answer, pages, engine: 'model' });

describe('groundModelAnswer', () => {
  it('finds the place of what stands on the page and marks what does not', () => {
    const { fields } = model({ number: '4711', total: 99, due: 'soon', lines: [] });
    expect(fields.number).toMatchObject({ value: '4711', evidence: [{ page: 1, text: '4711' }] });
    expect(fields.total).toMatchObject({ value: 99, evidence: [], flags: ['not_on_page'] });
    expect(fields.due).toMatchObject({ value: null });
  });

  it('survives an answer of any shape', () => {
    for (const answer of [{}, { number: {}, total: 'x', lines: 'none' }, { lines: [null, 3, { item: [] }] }]) {
      expect(Object.keys(model(answer as Record<string, unknown>).fields)).toEqual(['number', 'total', 'due', 'lines']);
    }
  });
});

describe('combineResults', () => {
  it('is surer where both engines agree', () => {
    const { fields } = combineResults(local, model({ number: '4711', total: 12, due: null, lines: [] }));
    expect((fields.number as ExtractedValue).confidence).toBeGreaterThan(0.8);
    expect((fields.number as ExtractedValue).flags).toBeUndefined();
  });

  it('flags a difference and keeps both values as candidates', () => {
    const { fields } = combineResults(local, model({ number: '4712', total: 12, due: null, lines: [] }));
    expect(fields.number).toMatchObject({ value: '4711', flags: ['engines_differ'] });
    expect((fields.number as ExtractedValue).candidates.map((candidate) => candidate.value)).toEqual(['4711', '4712']);
    expect((fields.number as ExtractedValue).confidence).toBeLessThanOrEqual(0.6);
  });

  it('takes a value the local engine missed only when it stands on the page', () => {
    const missed = { ...local, fields: { ...local.fields, number: value(null, 0.6) } };
    expect(combineResults(missed, model({ number: '4711' })).fields.number).toMatchObject({ value: '4711', flags: ['engines_differ'] });
    expect(combineResults(missed, model({ number: 'INVENTED' })).fields.number).toMatchObject({ value: null, flags: ['engines_differ'] });
  });

  it('takes a choice or a yes of the model where the local engine has none, and flags it', () => {
    const paid = schemaDraftSchema.parse({ name: 'Bill', fields: [{ name: 'paid', type: 'boolean' }] });
    const theirs = groundModelAnswer({ schema: paid, answer: { paid: true }, pages, engine: 'model' });
    const { fields } = combineResults({ ...local, fields: { paid: value(null, 0.6) } }, theirs);
    expect(fields.paid).toMatchObject({ value: true, flags: ['engines_differ'] });
  });

  it('pairs rows that stand on one line though no value agrees, and keeps both values of each cell', () => {
    const place = (given: ExtractedValue['value'], top: number): ExtractedValue => ({
      ...value(given, 0.8),
      evidence: [{ page: 1, box: [0, top, 1, top + 0.05], text: String(given) }],
    });
    const mine = { ...local, fields: { ...local.fields, lines: [{ item: place('Bolts 3', 0.1), amount: value(null, 0.6) }] } };
    const { fields } = combineResults(mine, model({ number: '4711', total: 12, lines: [{ item: 'Bolts', amount: 3 }] }));
    const [row, ...more] = fields.lines as Record<string, ExtractedValue>[];
    expect(more).toEqual([]);
    expect(row?.item?.candidates.map((candidate) => candidate.value)).toEqual(['Bolts 3', 'Bolts']);
    expect(row?.amount).toMatchObject({ value: 3, flags: ['engines_differ'] });
  });

  it('keeps a row that only the model saw when it stands on the page, in its place, and none that stands nowhere', () => {
    const mine = { ...local, fields: { ...local.fields, lines: [row('Nuts', 9)] } };
    const lines = [
      { item: 'Bolts', amount: 3 },
      { item: 'Invented', amount: 77 },
    ];
    const { fields } = combineResults(mine, model({ number: '4711', total: 12, lines }));
    const items = (fields.lines as Record<string, ExtractedValue>[]).map(({ item }) => [item?.value, item?.flags]);
    expect(items).toEqual([
      ['Nuts', ['engines_differ']],
      ['Bolts', ['engines_differ']],
    ]);
  });

  it('does not doubt what stands on pages the model was not asked about', () => {
    const far = { ...value(12, 0.9), evidence: [{ page: 7, box: null, text: '12.00' }] };
    const mine = { ...local, fields: { ...local.fields, total: far } };
    expect(combineResults(mine, model({ number: '4711' }), 6).fields.total).toEqual(far);
    expect(combineResults(mine, model({ number: '4711' }), 7).fields.total).toMatchObject({ flags: ['engines_differ'] });
  });

  it('pairs rows by what they say, whatever their order, and doubts a row only one engine saw', () => {
    const { fields } = combineResults(local, model({ number: '4711', lines: [{ item: 'Nuts', amount: 9 }] }));
    const [bolts, nuts] = fields.lines as Record<string, ExtractedValue>[];
    expect(nuts?.amount?.confidence).toBeGreaterThan(0.8);
    expect(bolts?.amount).toMatchObject({ flags: ['engines_differ'] });
  });
});

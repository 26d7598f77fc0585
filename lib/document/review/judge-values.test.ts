import { expect, test } from 'vitest';
import type { ActionDraft, MergedFields } from '#lib/contract/desk/review.ts';
import type { ExtractedValue, ExtractionResult, Value } from '#lib/contract/service/extraction.ts';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { judgeValues } from './judge-values.ts';
import { mergeActions } from './merge-actions.ts';

const schema = schemaDraftSchema.parse({
  name: 'Invoice',
  fields: [
    { name: 'number', type: 'string' },
    { name: 'buyer', type: 'string' },
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
const read = (value: Value, confidence = 0.99): ExtractedValue => ({ value, text: null, confidence, evidence: [], candidates: [] });
const result: ExtractionResult = {
  fields: {
    number: read('A-17', 0.6),
    buyer: read('Ada Ltd'),
    due: read(null),
    lines: [
      { item: read('Bolts'), amount: read(60) },
      { item: read('Nuts'), amount: read(null) },
    ],
  },
  completeness: {},
  engine: 'test',
};
const approved = (...drafts: ActionDraft[]): MergedFields => {
  const actor = { id: 'u1', name: 'Ada' };
  const at = '2026-01-01T00:00:00.000Z';
  return mergeActions({
    schema,
    result,
    actions: drafts.map((draft, index) => ({ id: crypto.randomUUID(), sequence: index + 1, actor, at, draft })),
  });
};
const judged = (...drafts: ActionDraft[]) =>
  judgeValues({ schema, result, fields: approved(...drafts) }).map(({ field, verdict }) => `${field} ${verdict}`);

test('values that people left or confirmed are right, and nothing that stayed nothing is absent', () => {
  expect(judged({ kind: 'confirm', pointer: '/number' })).toEqual([
    'number right',
    'buyer right',
    'due absent',
    'lines.item right',
    'lines.amount right',
    'lines.item right',
    'lines.amount absent',
  ]);
});

test('another value is corrected, one that was not extracted is missed, one that a person cleared is invented', () => {
  const changes = judged(
    { kind: 'correct', pointer: '/number', value: 'A-71', evidence: [] },
    { kind: 'clear', pointer: '/buyer' },
    { kind: 'correct', pointer: '/due', value: '2026-03-01', evidence: [] },
  );
  expect(changes.slice(0, 3)).toEqual(['number corrected', 'buyer invented', 'due missed']);
});

test('a value that was changed and changed back is right', () => {
  const back = judged(
    { kind: 'correct', pointer: '/number', value: 'A-71', evidence: [] },
    { kind: 'correct', pointer: '/number', value: 'A-17', evidence: [] },
  );
  expect(back[0]).toBe('number right');
});

test('rows are compared by where they were extracted: a removed one was invented, an added one missed', () => {
  const changes = judged(
    { kind: 'remove_row', pointer: '/lines/0' },
    { kind: 'insert_row', pointer: '/lines/1', values: { item: { value: 'Washers', evidence: [] } } },
  );
  expect(changes.slice(3)).toEqual([
    'lines.item invented',
    'lines.amount invented',
    'lines.item right',
    'lines.amount absent',
    'lines.item missed',
    'lines.amount absent',
  ]);
});

test('reasons are those before anybody touched a value, confidences those of extracted values', () => {
  const [number, , due] = judgeValues({ schema, result, fields: approved({ kind: 'confirm', pointer: '/number' }) });
  expect(number).toMatchObject({ confidence: 0.6, reasons: ['low_confidence'] });
  expect(due).toMatchObject({ confidence: null, reasons: [] });
});

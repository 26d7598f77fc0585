import { expect, test } from 'vitest';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { inferFields } from './infer-fields.ts';
import { readJobAnswer } from './read-job-answer.ts';
import { SHAPES } from './stand-in/faults.ts';
import { readFields, shapeJob } from './stand-in/shape-job.ts';

const FIELDS = readFields('Invoice No.: INV-7\nTotal amount: 12.50\nDue date: 2026-05-01\narticle | amount\nRope | 19.00\nAnchor | 37.50');
const JOB = { id: 'j', document_id: 'd', schema_id: 's', status: 'completed' };

// What is a list of candidates to one, is a list of values to another: without a schema nobody can tell.
test.each(SHAPES.filter((shape) => shape !== 'candidates'))(
  'the fields of an answer in the shape “%s” are inferred, and the same answer fits them',
  (shape) => {
    const answer = shapeJob(JOB, FIELDS, shape);
    const fields = inferFields(answer);
    expect(fields.map((field) => fieldSchema.parse(field))).toBeTruthy();
    const { result } = readJobAnswer(answer, fields);
    expect(result.fields.invoice_no).toMatchObject({ value: 'INV-7' });
    expect(result.fields.total_amount).toMatchObject({ value: 12.5 });
    expect(result.fields.due_date).toMatchObject({ value: '2026-05-01' });
    expect(fields.find(({ name }) => name === 'due_date')?.type).toBe('date');
  },
);

test('a table becomes a field of rows with the columns of all its rows', () => {
  const [items] = inferFields({
    id: 'j',
    status: 'done',
    data: { items: [{ article: 'Rope' }, { article: 'Anchor', 'unit price': 37.5 }] },
  });
  expect(items).toMatchObject({
    type: 'rows',
    fields: [
      { name: 'article', type: 'string' },
      { name: 'unit_price', type: 'money' },
    ],
  });
});

test('an answer without fields gives none', () => {
  expect(inferFields({ id: 'j', status: 'completed' })).toEqual([]);
});

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { fieldSchema, schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { readJobAnswer } from './read-job-answer.ts';

const { fields } = schemaDraftSchema.parse({
  name: 'Ticket',
  fields: [
    { name: 'ticket_number', type: 'string', label: 'Ticket no.' },
    { name: 'issued_on', type: 'date' },
    { name: 'fare', type: 'money' },
    {
      name: 'legs',
      type: 'rows',
      fields: [
        { name: 'from_city', type: 'string' },
        { name: 'distance', type: 'integer' },
      ],
    },
  ],
});
const rows = [
  { from_city: 'Ghent', distance: 57 },
  { from_city: 'Lille', distance: 110 },
];
const bare = { ticket_number: 'T-77', issued_on: '2026-04-09', fare: 12.5, legs: rows };
const wrapped = {
  ticket_number: { value: 'T-77', confidence: 0.93 },
  issued_on: { value: '2026-04-09T00:00:00Z', confidence: '88%' },
  fare: { amount: 12.5, currency: 'EUR', score: 71 },
  legs: { rows: rows.map((row) => ({ cells: { from_city: { value: row.from_city }, distance: { value: row.distance } } })) },
};
const job = { id: 'j1', status: 'completed', document_id: 'd1' };

const below = { columns: ['from_city', 'distance'], rows: rows.map(({ from_city, distance }) => [from_city, distance]) };
const heads = { header: [{ label: 'From city' }, { label: 'Distance' }], data: below.rows };

/** The shapes a job's fields were seen or may be expected in. */
const SHAPES: [string, unknown][] = [
  ['JSON as a text', { ...job, result: JSON.stringify(bare) }],
  ['JSON in a fenced block', { ...job, output: { answer: `\`\`\`json\n${JSON.stringify({ fields: wrapped })}\n\`\`\`` } }],
  ['a table of columns and rows', { ...job, result: { ...bare, legs: below } }],
  ['a table with a header', { ...job, result: { ...bare, legs: heads } }],
  ['JSON:API', { data: { type: 'jobs', id: 'j1', attributes: { status: 'completed', result: bare } } }],
  ['result.fields, wrapped', { ...job, result: { fields: wrapped } }],
  ['result, bare', { ...job, result: bare }],
  ['fields beside the status', { ...job, fields: wrapped }],
  ['data.extraction', { data: { ...job, extraction: bare } }],
  [
    'output in camel case',
    {
      ...job,
      output: {
        ticketNumber: 'T-77',
        issuedOn: '2026-04-09',
        fare: '12.5',
        legs: [
          { fromCity: 'Ghent', distance: '57' },
          { fromCity: 'Lille', distance: '110' },
        ],
      },
    },
  ],
  [
    'a list of named entries',
    {
      ...job,
      results: [
        { name: 'ticket_number', value: 'T-77' },
        { name: 'issued_on', value: '2026-04-09' },
        { name: 'fare', value: 12.5 },
        { name: 'legs', value: rows },
      ],
    },
  ],
  ['at the top', { ...job, ...bare }],
  [
    'by labels and as columns',
    {
      ...job,
      extracted_data: {
        'Ticket no.': 'T-77',
        'Issued on': '2026-04-09',
        Fare: { valueCurrency: { amount: 12.5 } },
        Legs: { from_city: ['Ghent', 'Lille'], distance: [57, 110] },
      },
    },
  ],
  ['a list with one record', [{ ...job, response: { payload: bare } }]],
];

describe('the fields of a job', () => {
  it.each(SHAPES)('are found in %s', (_name, answer) => {
    const { result, unfitting } = readJobAnswer(answer, fields);
    const value = (name: string) => (result.fields[name] as { value: unknown }).value;
    expect([value('ticket_number'), value('issued_on'), value('fare')]).toEqual(['T-77', '2026-04-09', 12.5]);
    const legs = (result.fields.legs as Record<string, { value: unknown }>[]).map((row) => [row.from_city?.value, row.distance?.value]);
    expect(legs).toEqual([
      ['Ghent', 57],
      ['Lille', 110],
    ]);
    expect(unfitting).toEqual({});
  });

  it('keep what the wrapper tells: confidence in any scale, currency, the other candidates', () => {
    const { result } = readJobAnswer(
      {
        ...job,
        fields: {
          ...wrapped,
          ticket_number: [
            { value: 'T-71', confidence: 0.4 },
            { value: 'T-77', confidence: 0.6 },
          ],
        },
      },
      fields,
    );
    expect(result.fields.issued_on).toMatchObject({ confidence: 0.88 });
    expect(result.fields.fare).toMatchObject({ confidence: 0.71, currency: 'EUR' });
    expect(result.fields.ticket_number).toMatchObject({ value: 'T-77', candidates: [{ value: 'T-71' }] });
  });

  it('have an entry for each field of the schema, and say what is missing', () => {
    const { result } = readJobAnswer({ ...job, result: { fare: 3 } }, fields);
    expect(Object.keys(result.fields)).toEqual(['ticket_number', 'issued_on', 'fare', 'legs']);
    expect(result.fields.ticket_number).toMatchObject({ value: null, reason: expect.stringContaining('Not in') });
    expect(result.fields.legs).toEqual([]);
  });

  it('list what does not fit instead of dropping it', () => {
    const { result, unfitting } = readJobAnswer(
      {
        ...job,
        usage: { pages: 2 },
        result: { fields: { ...bare, issued_on: 'soon', colour: 'red', legs: [{ from_city: 'Ghent', gate: 4 }, 'rubbish'] } },
      },
      fields,
    );
    expect(result.fields.issued_on).toMatchObject({ value: null });
    expect(unfitting).toEqual({
      '/usage': { pages: 2 },
      '/result/fields/colour': 'red',
      '/result/fields/issued_on': 'soon',
      '/result/fields/legs/0/gate': 4,
      '/result/fields/legs/1': 'rubbish',
    });
  });

  it('list every entry of a bare list that a single value cannot take', () => {
    const { result, unfitting } = readJobAnswer({ ...job, result: { ...bare, ticket_number: ['T-77', 'T-78'] } }, fields);
    expect(result.fields.ticket_number).toMatchObject({ value: 'T-77', candidates: [{ value: 'T-78' }] });
    expect(unfitting).toEqual({ '/result/ticket_number/1': 'T-78' });
  });

  it('keep a cell for which a table has no name among what does not fit', () => {
    const legs = { columns: ['from_city', 'distance'], rows: [['Ghent', 57, 'late']] };
    const { result, unfitting } = readJobAnswer({ ...job, result: { ...bare, legs } }, fields);
    expect(result.fields.legs).toMatchObject([{ from_city: { value: 'Ghent' }, distance: { value: 57 } }]);
    expect(unfitting).toEqual({ '/result/legs/0/3': 'late' });
  });

  it('are read in other notations by the given reader of text', () => {
    const parse = (field: { type: string }, text: string) =>
      field.type === 'money' ? Number(text.replace(/[^\d,]/g, '').replace(',', '.')) : undefined;
    const { result } = readJobAnswer({ ...job, result: { ...bare, fare: '12,50 €' } }, fields, parse);
    expect(result.fields.fare).toMatchObject({ value: 12.5, text: '12,50 €' });
  });

  it('keep a place only in our own scale of boxes', () => {
    const place = { page: 1, box: [0.1, 0.1, 0.2, 0.2], text: 'T-77' };
    const ours = readJobAnswer({ ...job, fields: { ...wrapped, ticket_number: { value: 'T-77', evidence: [place] } } }, fields);
    expect(ours.result.fields.ticket_number).toMatchObject({ evidence: [place] });
    const other = readJobAnswer(
      { ...job, fields: { ...wrapped, ticket_number: { value: 'T-77', evidence: { bbox: [10, 10, 90, 20] } } } },
      fields,
    );
    expect(other.result.fields.ticket_number).toMatchObject({ evidence: [] });
    expect(other.unfitting).toEqual({ '/fields/ticket_number/evidence': { bbox: [10, 10, 90, 20] } });
  });

  it.each([null, 'text', 5, [], {}, { result: null }, { fields: 'x' }, { result: [[['deep']]] }])(
    'survive an answer that is no such thing: %j',
    (answer) => {
      const { result } = readJobAnswer(answer, fields);
      expect(Object.keys(result.fields)).toHaveLength(4);
    },
  );
});

test('a text that no field can hold is listed, wherever it stands', () => {
  const fields = [fieldSchema.parse({ name: 'note', type: 'string' }), fieldSchema.parse({ name: 'tags', type: 'list' })];
  const long = 'word '.repeat(12_000);
  const bare = readJobAnswer({ result: { note: long, tags: ['a', long] } }, fields);
  expect(bare.result.fields).toMatchObject({ note: { value: null, text: null }, tags: { value: null } });
  expect(Object.values(bare.unfitting)).toEqual([long, ['a', long]]);
  const wrapped = readJobAnswer({ result: { note: { value: long, confidence: 0.9 }, tags: [] } }, fields);
  expect(wrapped.result.fields.note).toMatchObject({ value: null, text: null });
  expect(Object.values(wrapped.unfitting)).toEqual([long]);
  expect(readJobAnswer({ result: { note: 'short', tags: ['a'] } }, fields).result.fields).toMatchObject({ note: { value: 'short' } });
});

test('any JSON is read: nothing throws, every field gets an entry, whatever the names', () => {
  const names = ['constructor', '__proto__', 'total', 'value', 'rows', 'confidence', 'status'];
  const fields = [
    ...['constructor', '__proto__', 'total'].map((name) => fieldSchema.parse({ name, type: 'string' })),
    fieldSchema.parse({
      name: 'lines',
      type: 'rows',
      fields: [
        { name: '__proto__', type: 'string' },
        { name: 'valueOf', type: 'money' },
      ],
    }),
  ];
  const answer = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.jsonValue(),
      fc.constantFrom('constructor', 'high', 1, null),
      fc.dictionary(fc.constantFrom(...names, 'lines', 'result', 'fields'), tie('value')),
      fc.array(tie('value'), { maxLength: 4 }),
    ),
  })).value;
  fc.assert(
    fc.property(answer, (given) => {
      const { result } = readJobAnswer(JSON.parse(JSON.stringify(given)), fields);
      expect(fields.every(({ name }) => Object.hasOwn(result.fields, name))).toBe(true);
    }),
  );
  const deep = JSON.parse(`${'{"lines":['.repeat(90)}1${']}'.repeat(90)}`);
  expect(Object.keys(readJobAnswer(deep, fields).result.fields)).toEqual(fields.map(({ name }) => name));
  const wide = {
    lines: {
      a: Array.from({ length: 20_000 }, () => 1),
      ...Object.fromEntries(Array.from({ length: 20_000 }, (_c, at) => [`c${at}`, []])),
    },
  };
  expect(readJobAnswer(wide, fields)).toMatchObject({ result: { fields: { lines: [] } }, unfitting: { '/lines': wide.lines } });
});

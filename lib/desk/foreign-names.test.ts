import { buffer } from 'node:stream/consumers';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportQuery } from '#lib/contract/desk/export.ts';
import { actionDraftSchema } from '#lib/contract/desk/review.ts';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { exportDocuments } from './reports/operations/export-documents.ts';
import { approve } from './review/operations/decide.ts';
import { getDocument } from './review/operations/get-document.ts';
import { saveActions } from './review/operations/save-actions.ts';
import { saveSchema } from './schemas/operations/save-schema.ts';
import { ACTOR, startTestDesk, type TestDesk } from './testing/start-test-desk.ts';

/** Names that every object answers to. */
const NAMES = ['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf'];
const LABELS = ['Order number', 'Customer', 'Place of delivery', 'Clerk', 'Ship'];
const SCHEMA = schemaDraftSchema.parse({
  name: 'Names',
  fields: [
    ...NAMES.map((name, at) => ({ name, type: 'string', label: LABELS[at] })),
    {
      name: 'lines',
      type: 'rows',
      fields: [
        { name: '__proto__', label: 'Description', type: 'string' },
        { name: 'constructor', label: 'Quantity', type: 'integer' },
        { name: 'toString', label: 'Unit price', type: 'money' },
        { name: 'valueOf', label: 'Amount', type: 'money' },
      ],
    },
    { name: 'isPrototypeOf', type: 'rows', fields: [{ name: '__proto__', type: 'string' }] },
  ],
  rules: [{ formula: 'lines.valueOf = lines.constructor * lines.toString' }, { formula: '__proto__ != constructor' }],
});
const ORDER = `Order confirmation

Order number: AB-1207
Customer: Wood and Sons
Place of delivery: Harbour 7
Clerk: Ines Alvarez
Ship: Aurora

Description          Quantity   Unit price   Amount
Oak board 2 m             4        12.50      50.00
Brass screws             10         1.20      12.00
Wood glue                 2         8.00      16.00
`;

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk({ service: true, work: true });
});
afterAll(() => t?.close());

const exported = async (id: string, query: Partial<ExportQuery>) => {
  const { body } = await exportDocuments(t.desk, { id }, { format: 'json', values: 'approved', ...query });
  return body instanceof Uint8Array ? Buffer.from(body) : buffer(body);
};
/** The text with its members in a fixed order: what `toEqual` says of `__proto__` is no proof. */
const told = (value: unknown) => JSON.stringify(value);

test('fields and columns may have names that every object has, from the schema to every export', async () => {
  const schema = await saveSchema(t.desk, ACTOR, SCHEMA);
  const { id } = await t.drop(ORDER, { schemaId: schema.id });
  const { revision } = await t.until(id, 'to_review');
  const { fields } = await getDocument(t.desk, id);
  expect(Object.keys(fields ?? {})).toEqual([...NAMES, 'lines', 'isPrototypeOf']);
  const machine = Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, entry]) => [name, Array.isArray(entry) ? entry.length : entry.value]),
  );
  expect(told(machine)).toBe(
    told(
      JSON.parse(`{"constructor": "AB-1207", "toString": "Wood and Sons", "__proto__": "Harbour 7", "hasOwnProperty": "Ines Alvarez",
      "valueOf": "Aurora", "lines": 3, "isPrototypeOf": 0}`),
    ),
  );
  const lines = fields?.lines;
  expect(Array.isArray(lines) && Object.keys(lines[0]?.cells ?? {})).toEqual(['__proto__', 'constructor', 'toString', 'valueOf']);

  const drafts = JSON.parse(`[
    {"kind": "correct", "pointer": "/__proto__", "value": "Harbour 8", "evidence": []},
    {"kind": "correct", "pointer": "/constructor", "value": "AB-1208", "evidence": []},
    {"kind": "confirm", "pointer": "/toString"},
    {"kind": "clear", "pointer": "/hasOwnProperty"},
    {"kind": "correct", "pointer": "/lines/0/__proto__", "value": "Oak board", "evidence": []},
    {"kind": "insert_row", "pointer": "/lines/3", "values": {"__proto__": {"value": "Freight", "evidence": []}, "constructor": {"value": 1, "evidence": []},
      "toString": {"value": 9, "evidence": []}, "valueOf": {"value": 9, "evidence": []}}}
  ]`).map((draft: unknown) => actionDraftSchema.parse(draft));
  const actions = drafts.map((draft: (typeof drafts)[number]) => ({ id: crypto.randomUUID(), draft }));
  const saved = await saveActions(t.desk, ACTOR, id, { revision, actions });
  await expect(
    saveActions(t.desk, ACTOR, id, {
      revision: saved.document.revision,
      actions: [{ id: crypto.randomUUID(), draft: { kind: 'confirm', pointer: '/propertyIsEnumerable' } }],
    }),
  ).rejects.toMatchObject({ code: 'invalid_request' });
  await approve(t.desk, ACTOR, id, { revision: saved.document.revision, sign_off: true });

  const cells = (row: unknown[]) =>
    JSON.parse(`{"__proto__": ${told(row[0])}, "constructor": ${row[1]}, "toString": ${row[2]}, "valueOf": ${row[3]}}`);
  const rows = [
    ['Oak board', 4, 12.5, 50],
    ['Brass screws', 10, 1.2, 12],
    ['Wood glue', 2, 8, 16],
    ['Freight', 1, 9, 9],
  ];
  const json = JSON.parse(String(await exported(id, { values: 'both' })));
  expect(told(json.fields)).toBe(
    told({
      ...JSON.parse(
        '{"constructor": "AB-1208", "toString": "Wood and Sons", "__proto__": "Harbour 8", "hasOwnProperty": null, "valueOf": "Aurora"}',
      ),
      lines: rows.map(cells),
      isPrototypeOf: [],
    }),
  );
  expect(told(json.extracted)).toContain('"__proto__":"Harbour 7"');

  expect(String(await exported(id, { format: 'csv' }))).toContain('AB-1208,Wood and Sons,Harbour 8,,Aurora');
  expect(String(await exported(id, { format: 'csv', rows: 'lines' }))).toContain('Oak board,4,12.5,50');

  const book = read(await exported(id, { format: 'xlsx' }), { type: 'buffer' });
  const sheets = Object.values(book.Sheets).map((sheet) => utils.sheet_to_csv(sheet, { rawNumbers: true }));
  expect(sheets.join('\n')).toContain('AB-1208,Wood and Sons,Harbour 8,,Aurora');
  expect(sheets.join('\n')).toContain('Freight,1,9,9');
});

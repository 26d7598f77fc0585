import { buffer } from 'node:stream/consumers';
import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDocumentsQuerySchema } from '#lib/contract/desk-document.ts';
import { csvCell, harmless } from '../export/csv-export.ts';
import { insertReviewable, ORDER_VALUES } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { approve } from './decide.ts';
import { type ExportFile, type ExportQuery, exportDocuments } from './export-documents.ts';
import { saveActions } from './save-actions.ts';

let t: TestDesk;
let first: string;
let second: string;

beforeAll(async () => {
  t = await startTestDesk();
  const one = await insertReviewable(t.desk, { name: 'first.txt' });
  first = one.id;
  const values = { ...ORDER_VALUES, number: '=HYPERLINK("x")', total: -5.5, tags: ['-5'], lines: [{ item: '@cmd', amount: -5.5 }] };
  second = (await insertReviewable(t.desk, { name: 'second "q", x.txt', values, schemaId: one.schemaId })).id;
  await saveActions(t.desk, ACTOR, first, {
    revision: 0,
    actions: [{ id: crypto.randomUUID(), draft: { kind: 'correct', pointer: '/number', value: 'B-2', evidence: [] } }],
  });
  await approve(t.desk, ACTOR, first, { revision: 1, sign_off: true });
});
afterAll(() => t?.close());

const bodyOf = async ({ body }: ExportFile) => (body instanceof Uint8Array ? Buffer.from(body) : await buffer(body)).toString();
const ask = (which: string[], query: Partial<ExportQuery>) =>
  exportDocuments(t.desk, { ids: which }, { format: 'json', values: 'approved', ...query });

test('one document as JSON has its approved values, its approval and on request the machine’s', async () => {
  const file = await ask([first], {});
  expect(file).toMatchObject({ name: 'first.json', mediaType: 'application/json' });
  const json = JSON.parse(await bodyOf(file));
  expect(json).toMatchObject({ id: first, state: 'approved', approved: { by: ACTOR.name }, schema: { name: 'Order', version: 1 } });
  expect(json.fields).toEqual({ ...ORDER_VALUES, number: 'B-2' });
  expect(json.original).toBeUndefined();
  expect(JSON.parse(await bodyOf(await ask([first], { values: 'original' }))).fields).toEqual(ORDER_VALUES);
  expect(JSON.parse(await bodyOf(await ask([first], { values: 'both' })))).toMatchObject({
    fields: { number: 'B-2' },
    original: { number: 'A-1' },
  });
});

test('many documents as JSON are one list; none are an empty one', async () => {
  const json = JSON.parse(await bodyOf(await ask([first, second], {})));
  expect(json.documents.map((document: { id: string }) => document.id)).toEqual([second, first]);
  expect(JSON.parse(await bodyOf(await ask([], {})))).toEqual({ documents: [] });
});

test('the list’s filter selects too', async () => {
  const filter = listDocumentsQuerySchema.parse({ state: 'approved' });
  const json = JSON.parse(await bodyOf(await exportDocuments(t.desk, { filter }, { format: 'json', values: 'approved' })));
  expect(json.documents.map((document: { id: string }) => document.id)).toEqual([first]);
});

test('CSV keeps numbers numbers and makes formulas harmless', async () => {
  const csv = await bodyOf(await ask([first, second], { format: 'csv' }));
  expect(csv.startsWith('\ufeffdocument_id,document_name,')).toBe(true);
  const rows = utils.sheet_to_json<Record<string, string>>(read(csv.slice(1), { type: 'string', raw: true }).Sheets.Sheet1!, {
    raw: false,
  });
  const row = rows.find((candidate) => candidate.document_id === second);
  expect(row).toMatchObject({ document_name: 'second "q", x.txt', number: `'=HYPERLINK("x")`, total: '-5.5', tags: '-5', urgent: 'true' });
});

test('CSV has a line for each row of a rows field on request', async () => {
  const csv = await bodyOf(await ask([first, second], { format: 'csv', rows: 'lines', values: 'both' }));
  const lines = csv.slice(1).trim().split('\r\n');
  expect(lines[0]).toBe('document_id,document_name,row,item,item.original,amount,amount.original');
  expect(lines).toHaveLength(4);
  expect(csv).toContain(`'@cmd`);
  await expect(ask([first], { format: 'csv', rows: 'nothing' })).rejects.toMatchObject({ code: 'invalid_request' });
});

test('XLSX has typed cells, a sheet for each rows field, and no formula', async () => {
  const file = await ask([first, second], { format: 'xlsx' });
  const book = read(file.body as Uint8Array, { type: 'array', cellFormula: true, cellNF: true, cellDates: false });
  expect(book.SheetNames).toEqual(['Documents', 'lines']);
  const sheet = book.Sheets.Documents!;
  const header = utils.sheet_to_json<string[]>(sheet, { header: 1 })[0]!;
  const at = (name: string, row: number) => sheet[utils.encode_cell({ r: row, c: header.indexOf(name) })];
  expect(at('number', 1)).toMatchObject({ t: 's', v: '=HYPERLINK("x")' });
  expect(at('number', 1).f).toBeUndefined();
  expect(at('total', 1)).toMatchObject({ t: 'n', v: -5.5 });
  expect(at('date', 2)).toMatchObject({ t: 'n', v: 46_093, z: 'yyyy-mm-dd' });
  expect(at('discount', 2)).toMatchObject({ t: 'n', v: 0.05 });
  expect(at('urgent', 2)).toMatchObject({ t: 'b', v: true });
  expect(utils.sheet_to_json(book.Sheets.lines!)).toHaveLength(3);
});

test('what a spreadsheet would run is disarmed, what is a number is not touched', () => {
  for (const text of ['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\t=1', '＝1']) expect(harmless(text)).toBe(`'${text}`);
  for (const text of ['-5', '+49', '-1.234,56', '-5 %', 'a=b', '']) expect(harmless(text)).toBe(text);
});

test('cells with separators, quotes and line breaks are quoted', () => {
  expect(csvCell({ value: 'a,b', type: 'string' })).toBe('"a,b"');
  expect(csvCell({ value: 'say "x"\nhere', type: 'string' })).toBe('"say ""x""\nhere"');
  expect(csvCell({ value: 1234.5, type: 'money' })).toBe('1234.5');
  expect(csvCell({ value: null, type: 'string' })).toBe('');
});

test('a document that does not exist is not found', async () => {
  await expect(ask(['nothing'], {})).rejects.toMatchObject({ code: 'not_found' });
});

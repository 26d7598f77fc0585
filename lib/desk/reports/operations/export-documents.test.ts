import { buffer } from 'node:stream/consumers';
import { read, utils } from '@e965/xlsx';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDocumentsQuerySchema } from '#lib/contract/desk/desk-document.ts';
import { type ExportQuery, exportQuerySchema } from '#lib/contract/desk/export.ts';
import { harmlessText } from '#lib/document/csv/harmless-text.ts';
import { approve } from '../../review/operations/decide.ts';
import { saveActions } from '../../review/operations/save-actions.ts';
import { insertReviewable, ORDER, ORDER_VALUES } from '../../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { csvCell } from '../csv-export.ts';
import { freeSheetName, writeWorkbook } from '../write-workbook.ts';
import { type ExportFile, exportDocuments } from './export-documents.ts';

let t: TestDesk;
let first: string;
let second: string;
let waiting: string;
let other: string;

beforeAll(async () => {
  t = await startTestDesk();
  const labelled = { ...ORDER, fields: ORDER.fields.map((field) => (field.name === 'total' ? { ...field, label: 'Grand total' } : field)) };
  const one = await insertReviewable(t.desk, { name: 'first.txt', schema: labelled });
  first = one.id;
  const schema = { schema: labelled, schemaId: one.schemaId };
  const values = { ...ORDER_VALUES, number: '=HYPERLINK("x")', total: -5.5, tags: ['-5'], lines: [{ item: '@cmd', amount: -5.5 }] };
  second = (await insertReviewable(t.desk, { name: 'second "q", x.txt', values, ...schema })).id;
  waiting = (await insertReviewable(t.desk, { name: 'waiting.txt', ...schema })).id;
  const fields = ['constructor', 'toString'].map((name) => ({
    name,
    type: 'string' as const,
    label: '',
    description: '',
    required: false,
  }));
  const note = { name: 'Notes: 1/2 [draft] of a very long name, too long for a sheet', description: '', fields, rules: [] };
  other = (await insertReviewable(t.desk, { name: 'note.txt', values: { constructor: 'made' }, schema: note })).id;
  const draft = (pointer: string, value: string) => ({ kind: 'correct' as const, pointer, value, evidence: [] });
  const { document } = await saveActions(t.desk, ACTOR, first, {
    revision: 0,
    actions: [
      { id: crypto.randomUUID(), draft: draft('/number', 'B-2') },
      { id: crypto.randomUUID(), draft: { kind: 'insert_row', pointer: '/lines/0', values: { item: { value: 'Glue', evidence: [] } } } },
    ],
  });
  await approve(t.desk, ACTOR, first, { revision: document.revision, sign_off: true });
  for (const id of [second, other]) await approve(t.desk, ACTOR, id, { revision: 0, sign_off: true });
});
afterAll(() => t?.close());

const bytesOf = async ({ body }: ExportFile) => (body instanceof Uint8Array ? Buffer.from(body) : buffer(body));
const bodyOf = async (file: ExportFile) => (await bytesOf(file)).toString();
const queryOf = (query: Partial<ExportQuery>): ExportQuery => ({ format: 'json', values: 'approved', ...query });
const ask = (ids: string[], query: Partial<ExportQuery>) => exportDocuments(t.desk, { ids }, queryOf(query));
const askOne = (id: string, query: Partial<ExportQuery>) => exportDocuments(t.desk, { id }, queryOf(query));
const bookOf = async (file: ExportFile) => read(await bytesOf(file), { type: 'buffer', cellFormula: true, cellNF: true, cellDates: false });

test('one document as JSON has its approved values, who approved them, and on request the machine’s', async () => {
  const file = await askOne(first, {});
  expect(file).toMatchObject({ name: 'first-approved-values.json', mediaType: 'application/json' });
  const json = JSON.parse(await bodyOf(file));
  expect(json).toMatchObject({ id: first, state: 'approved', approved: { by: ACTOR.name, by_id: ACTOR.id }, schema: { name: 'Order' } });
  expect(json.fields).toMatchObject({ number: 'B-2', total: 30, lines: [{ item: 'Glue' }, { item: 'Nails' }, { item: 'Screws' }] });
  expect(json.extracted).toBeUndefined();
  expect(JSON.parse(await bodyOf(await askOne(first, { values: 'extracted' }))).fields).toEqual(ORDER_VALUES);
  expect(JSON.parse(await bodyOf(await askOne(first, { values: 'both' })))).toMatchObject({
    fields: { number: 'B-2' },
    extracted: { number: 'A-1' },
  });
});

test('approved values are of approved documents only', async () => {
  const json = JSON.parse(await bodyOf(await ask([first, waiting], {})));
  expect(json.documents.map(({ id }: { id: string }) => id)).toEqual([first]);
  await expect(askOne(waiting, {})).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('not approved') });
  const both = JSON.parse(await bodyOf(await ask([first, waiting], { values: 'both' })));
  expect(both.documents).toEqual([
    expect.objectContaining({ id: waiting, approved: null, fields: null, extracted: ORDER_VALUES }),
    expect.objectContaining({ id: first, extracted: ORDER_VALUES }),
  ]);
  expect(JSON.parse(await bodyOf(await askOne(waiting, { values: 'extracted' }))).fields).toEqual(ORDER_VALUES);
});

test('many documents as JSON are one list; none are an empty one', async () => {
  const json = JSON.parse(await bodyOf(await ask([first, second], {})));
  expect(json.documents.map((document: { id: string }) => document.id)).toEqual([second, first]);
  expect(JSON.parse(await bodyOf(await ask([], {})))).toEqual({ documents: [] });
});

test('the list’s filter selects too', async () => {
  const filter = listDocumentsQuerySchema.parse({ state: 'to_review' });
  const json = JSON.parse(await bodyOf(await exportDocuments(t.desk, { filter }, queryOf({ values: 'extracted' }))));
  expect(json.documents.map((document: { id: string }) => document.id)).toEqual([waiting]);
});

test('CSV keeps numbers numbers and makes formulas harmless', async () => {
  const csv = await bodyOf(await ask([first, second], { format: 'csv' }));
  expect(csv.startsWith('\ufeffdocument_id,document_name,')).toBe(true);
  expect(csv.endsWith('\r\n')).toBe(true);
  const rows = utils.sheet_to_json<Record<string, string>>(read(csv.slice(1), { type: 'string', raw: true }).Sheets.Sheet1!, {
    raw: false,
  });
  const row = rows.find((candidate) => candidate.document_id === second);
  expect(row).toMatchObject({ document_name: 'second "q", x.txt', number: `'=HYPERLINK("x")`, total: '-5.5', tags: '-5', urgent: 'true' });
  expect(row).toMatchObject({ approved_by: ACTOR.name, approved_by_id: ACTOR.id });
});

test('CSV has a line for each row of a rows field on request, the extracted values beside the row they belong to', async () => {
  const file = await ask([first, second], { format: 'csv', rows: 'lines', values: 'both' });
  expect(file.name).toBe('documents-approved-and-extracted-values-rows.csv');
  const lines = (await bodyOf(file)).slice(1).trim().split('\r\n');
  expect(lines[0]).toBe('document_id,document_name,row,item,item.extracted,amount,amount.extracted');
  expect(lines.filter((line) => line.startsWith(first)).map((line) => line.split(',').slice(2).join())).toEqual([
    '1,Glue,,,',
    '2,Nails,Nails,10,10',
    '3,Screws,Screws,20,20',
  ]);
  expect(lines.find((line) => line.startsWith(second))).toContain(`'@cmd`);
  await expect(ask([first], { format: 'csv', rows: 'nothing' })).rejects.toMatchObject({ code: 'invalid_request' });
});

test('rows of all fields are asked for at once; documents without any give none', async () => {
  const lines = async (ids: string[]) => (await bodyOf(await ask(ids, { format: 'csv', rows: '*' }))).slice(1).trim().split('\r\n');
  expect((await lines([second, other])).slice(1)).toEqual([expect.stringContaining(`,1,'@cmd,-5.5`)]);
  expect(await lines([other])).toEqual(['document_id,document_name,row']);
  expect(exportQuerySchema.safeParse({ format: 'json', rows: '*' }).success).toBe(false);
});

test('fields called constructor or toString are exported, and are empty where a document has no such field', async () => {
  const csv = await bodyOf(await ask([first, other], { format: 'csv' }));
  const [header = [], ...rows] = utils.sheet_to_json<string[]>(read(csv.slice(1), { type: 'string', raw: true }).Sheets.Sheet1!, {
    header: 1,
    defval: null,
  });
  const cellsOf = (id: string) => {
    const row = rows.find((candidate) => candidate[0] === id);
    return ['constructor', 'toString'].map((name) => row?.[header.indexOf(name)]);
  };
  expect(cellsOf(other)).toEqual(['made', null]);
  expect(cellsOf(first)).toEqual([null, null]);
});

test('Excel has a sheet for each schema and each rows field, labels as headings, typed cells and no formula', async () => {
  const book = await bookOf(await ask([first, second, other], { format: 'xlsx' }));
  expect(book.SheetNames).toEqual(['Notes 1 2 draft of a very long', 'Order', 'Order – lines']);
  const sheet = book.Sheets.Order!;
  const header = utils.sheet_to_json<string[]>(sheet, { header: 1 })[0]!;
  expect(header).toContain('Grand total');
  const at = (name: string, row: number) => sheet[utils.encode_cell({ r: row, c: header.indexOf(name) })];
  expect(at('number', 1)).toMatchObject({ t: 's', v: '=HYPERLINK("x")' });
  expect(at('number', 1).f).toBeUndefined();
  expect(at('Grand total', 1)).toMatchObject({ t: 'n', v: -5.5, z: '#,##0.00' });
  expect(at('date', 2)).toMatchObject({ t: 'n', v: 46_093, w: '2026-03-12' });
  expect(at('discount', 2)).toMatchObject({ t: 'n', v: 0.05, w: '5.00%' });
  expect(at('urgent', 2)).toMatchObject({ t: 'b', v: true });
  expect(at('Approved at (UTC)', 1).w).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(utils.sheet_to_json(book.Sheets['Order – lines']!)).toHaveLength(4);
});

test('one line for each row in Excel is a sheet for each rows field', async () => {
  const file = await ask([first, second, other], { format: 'xlsx', rows: '*' });
  expect(file.name).toBe('documents-approved-values-rows.xlsx');
  const book = await bookOf(file);
  expect(book.SheetNames).toEqual(['Order – lines']);
  expect(utils.sheet_to_json(book.Sheets['Order – lines']!, { header: 1 })[0]).toEqual([
    'Document ID',
    'Document',
    'Row',
    'item',
    'amount',
  ]);
  expect((await bookOf(await ask([other], { format: 'xlsx', rows: '*' }))).SheetNames).toEqual(['Documents']);
});

test('the headings of a sheet are bold and stay in view', async () => {
  const parts = unzipSync(await bytesOf(await ask([first], { format: 'xlsx' })));
  const part = (name: string) => strFromU8(parts[name]!);
  expect(part('xl/worksheets/sheet1.xml')).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(part('xl/worksheets/sheet1.xml')).toMatch(/<c r="A1" s="1" t="inlineStr">/);
  const [, heading] = /<cellXfs.*?<\/cellXfs>/.exec(part('xl/styles.xml'))![0].match(/<xf [^>]*\/>/g)!;
  expect(heading).toContain('fontId="1"');
  expect(part('xl/styles.xml').match(/<font>.*?<\/font>/g)![1]).toContain('<b/>');
});

test('rows that do not fit on a sheet go to the next, and text that XML cannot hold does no harm', async () => {
  async function* rows() {
    for (let index = 0; index < 5; index += 1) yield [{ value: index }, { value: `a\u0000<&>"_x0041_\r\nb ${index}` }];
  }
  async function* sheets() {
    yield { name: 'Parts', headings: ['Number', 'Text'], rows: rows() };
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeWorkbook(sheets(), 3)) chunks.push(chunk);
  const book = read(Buffer.concat(chunks), { type: 'buffer' });
  expect(book.SheetNames).toEqual(['Parts', 'Parts 2', 'Parts 3']);
  const found = book.SheetNames.flatMap((name) => utils.sheet_to_json<{ Number: number; Text: string }>(book.Sheets[name]!));
  expect(found.map((row) => row.Number)).toEqual([0, 1, 2, 3, 4]);
  expect(found[4]!.Text).toBe('a<&>"_x0041_\nb 4');
});

test.each([
  ['Invoice', [], 'Invoice'],
  ['invoice', ['Invoice'], 'invoice 2'],
  ["'a' [b] c:d*e?f/g\\h'", [], "a' b c d e f g h"],
  ['', [], 'Sheet'],
  ['History', [], 'History 2'],
  ['x'.repeat(40), ['x'.repeat(31)], `${'x'.repeat(29)} 2`],
  ['😀'.repeat(20), [], '😀'.repeat(15)],
])('the sheet of %j beside %j is called %j', (wanted, taken, name) => {
  expect(freeSheetName(wanted, taken)).toBe(name);
  expect(name.length).toBeLessThanOrEqual(31);
});

test('what a spreadsheet would run is disarmed, what is a number is not touched', () => {
  for (const text of ['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\t=1', '＝1']) expect(harmlessText(text)).toBe(`'${text}`);
  for (const text of ['-5', '+49', '-1.234,56', '-5 %', 'a=b', '']) expect(harmlessText(text)).toBe(text);
});

test('cells with separators, quotes and line breaks are quoted', () => {
  expect(csvCell({ value: 'a,b', type: 'string' })).toBe('"a,b"');
  expect(csvCell({ value: 'say "x"\nhere', type: 'string' })).toBe('"say ""x""\nhere"');
  expect(csvCell({ value: 1234.5, type: 'money' })).toBe('1234.5');
  expect(csvCell({ value: null, type: 'string' })).toBe('');
});

test('a document that does not exist is not found', async () => {
  await expect(askOne('nothing', {})).rejects.toMatchObject({ code: 'not_found' });
});

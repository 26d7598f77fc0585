import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExportedExample, exportedExampleSchema, type ImportedMemory, type ImportOutcome } from '#lib/contract/service/memory.ts';
import { LESSON_VERSION } from '#lib/extraction/memory/lesson.ts';
import { examples } from '../context/tables.ts';
import { createExampleDesk } from '../testing/example-desk.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';
import { relearnExamples } from './relearn-examples.ts';

// two installations: what one has learned is brought to the other
let origin: TestService;
let target: TestService;
const there = createExampleDesk(() => origin);
const here = createExampleDesk(() => target);
let learnedSchema: string;
let exported: ExportedExample[];

const approvedAt = (number: string) => `2026-11-25T10:00:0${number.at(-1)}.000Z`;
const slip = (number: string, total: string) =>
  `Slip of the mill in Harbour Lane\n\nNumber: ${number}\nTotal: ${total} EUR\n\nCollected at the gate, with thanks.\n`;

beforeAll(async () => {
  [origin, target] = await Promise.all([startTestService(), startTestService()]);
  learnedSchema = await there.createSchema();
  for (const [number, total] of [
    ['S-1', '12.50'],
    ['S-2', '13.75'],
    ['S-3', '9.00'],
  ] as const) {
    const document = await there.uploadIndexed(slip(number, total), `${number}.txt`);
    const second_check = number === 'S-2' ? { errors: 2, caught: 1 } : null;
    const who = { approved_by: 'Ada', approved_at: approvedAt(number), second_check };
    const fields = { number: { value: number, untouched: true }, total: { value: Number(total) }, day: { value: null } };
    const { id } = (await there.approve(learnedSchema, document, fields, who)).body;
    expect(await there.learned(learnedSchema, id)).toMatchObject({ status: 'completed' });
  }
  const { body } = await there.ask('GET', `/v1/schemas/${learnedSchema}/memory`);
  exported = body.items;
});
afterAll(() => Promise.all([origin.close(), target.close()]));

const bring = (schema: string, given: readonly unknown[]) => here.ask('POST', `/v1/schemas/${schema}/memory`, { examples: given });
const examplesOf = async (schema: string) => (await here.ask('GET', `/v1/schemas/${schema}/examples`)).body.items;
/** How many examples had each outcome. */
function countOf({ body }: { body: ImportedMemory }): Partial<Record<ImportOutcome, number>> {
  const counts: Partial<Record<ImportOutcome, number>> = {};
  for (const { outcome } of body.outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
/** The examples once all of them are settled. */
async function settled(schema: string) {
  await expect
    .poll(async () => (await examplesOf(schema)).some(({ status }: { status: string }) => status === 'pending'), { timeout: 20_000 })
    .toBe(false);
  return examplesOf(schema);
}

describe('the memory of a schema', () => {
  it('takes along what nobody touched and what second checks found', async () => {
    expect(exported.map(({ lesson }) => [lesson.fields.number?.isUntouched, lesson.fields.total?.isUntouched])).toEqual(
      Array.from({ length: 3 }, () => [true, undefined]),
    );
    const schema = await here.createSchema();
    await bring(schema, exported);
    const checks = (await settled(schema)).map((one: ExportedExample) => [one.document_name, one.second_check]);
    expect(checks.toSorted()).toEqual([
      ['S-1.txt', null],
      ['S-2.txt', { errors: 2, caught: 1 }],
      ['S-3.txt', null],
    ]);
    const again = (await here.ask('GET', `/v1/schemas/${schema}/memory`)).body.items;
    expect(again).toEqual(exported);
  });

  it('is exported oldest first and page by page', async () => {
    expect(exported.map((one) => exportedExampleSchema.parse(one).document_name)).toEqual(['S-1.txt', 'S-2.txt', 'S-3.txt']);
    expect(exported[0]).toMatchObject({ approved_by: 'Ada', approved_at: approvedAt('S-1') });
    expect(exported[0]?.lesson.fields.number).toMatchObject({
      value: 'S-1',
      prints: expect.arrayContaining([expect.objectContaining({ left: 'number' })]),
    });
    const path = `/v1/schemas/${learnedSchema}/memory?limit=2`;
    const page = (await there.ask('GET', path)).body;
    const last = (await there.ask('GET', `${path}&cursor=${page.next_cursor}`)).body;
    expect([...page.items, ...last.items]).toEqual(exported);
    expect(last.next_cursor).toBeNull();
    expect((await there.ask('GET', `${path}&cursor=x`)).status).toBe(422);
    expect((await there.ask('GET', '/v1/schemas/00000000-0000-4000-8000-000000000000/memory')).status).toBe(404);
  });

  it('teaches at another installation, which says where a value comes from', async () => {
    const schema_id = await here.createSchema();
    const answer = await bring(schema_id, exported);
    expect([answer.status, countOf(answer)]).toEqual([200, { imported: 3 }]);
    const [newest, ...others] = await settled(schema_id);
    expect(newest).toMatchObject({
      ...{ document_id: exported[2]!.document_id, document_name: 'S-3.txt', imported: true, status: 'completed' },
      ...{ value_count: 2, approved_by: 'Ada', approved_at: approvedAt('S-3'), error: null },
    });
    // the three are one layout, as they were where they come from
    expect(new Set([newest, ...others].map(({ layout_id }) => layout_id)).size).toBe(1);
    const document_id = await here.uploadIndexed(slip('S-4', '11.20'));
    const job = (await here.ask('POST', '/v1/extractions/jobs', { document_id, schema_id })).body;
    const { result } = await here.settled(`/v1/extractions/jobs/${job.id}`);
    expect(result.fields.number.value).toBe('S-4');
    expect(exported.map((one) => one.document_id)).toContain(result.fields.number.remembered.document_ids[0]);
    expect(result.fields.number.record.count).toBe(3);
  });

  it('may be imported again: nothing is there twice', async () => {
    const schema = await here.createSchema();
    await bring(schema, exported);
    const before = await settled(schema);
    expect(countOf(await bring(schema, exported))).toEqual({ imported: 3 });
    const ids = (list: { id: string }[]) => list.map(({ id }) => id).sort();
    expect(ids(await settled(schema))).toEqual(ids(before));
  });

  it('leaves examples alone whose document is here, also those that were forgotten', async () => {
    const back = await there.ask('POST', `/v1/schemas/${learnedSchema}/memory`, { examples: exported });
    expect(back.body.outcomes).toEqual(exported.map(({ document_id }) => ({ document_id, outcome: 'known' })));
    const other = await there.createSchema();
    expect(countOf(await there.ask('POST', `/v1/schemas/${other}/memory`, { examples: exported }))).toEqual({ known: 3 });
    expect((await there.ask('GET', `/v1/schemas/${other}/examples`)).body.items).toEqual([]);
  });

  it('keeps only what fits the schema', async () => {
    const fields = [
      { name: 'number', type: 'string' },
      { name: 'total', type: 'string' },
      { name: 'day', type: 'rows', fields: [{ name: 'text', type: 'string' }] },
    ];
    const schema = await here.createSchema({ name: 'Slip', fields });
    expect(countOf(await bring(schema, exported))).toEqual({ imported: 3 });
    const [row] = await target.context.database.select().from(examples).where(eq(examples.schemaId, schema));
    expect(Object.keys(row?.lesson?.fields ?? {})).toEqual(['number']);
    const stranger = await here.createSchema({ name: 'Other', fields: [{ name: 'colour', type: 'string' }] });
    expect(countOf(await bring(stranger, exported))).toEqual({ unusable: 3 });
  });

  it('takes along what stands under headings of tables, but for columns that the schema does not have', async () => {
    const heading = (text: string, column: string | null) => ({ text, column });
    const table = {
      headings: [heading('brudsk', 'text'), heading('zorp', 'colour'), heading('mokk', null)],
      cells: 6,
      wrong: 4,
      taughtWrong: 0,
    };
    const tables = { lines: table, other: table, number: table };
    const given = exported.map((one, at) => ({ ...one, lesson: at > 1 ? one.lesson : { ...one.lesson, fields: {}, tables } }));
    const schema = await here.createSchema();
    expect(countOf(await bring(schema, given))).toEqual({ imported: 3 });
    const kept = { lines: { ...table, headings: [heading('brudsk', 'text'), heading('mokk', null)] } };
    await settled(schema);
    const { body } = await here.ask('GET', `/v1/schemas/${schema}/memory`);
    expect(body.items.map(({ lesson }: ExportedExample) => lesson.tables)).toEqual([kept, kept, undefined]);
    const fields = [{ name: 'lines', type: 'rows', fields: [{ name: 'other', type: 'string' }] }];
    const stranger = await here.createSchema({ name: 'Other', fields });
    expect(countOf(await bring(stranger, given))).toEqual({ unusable: 3 });
  });

  it('leaves out at a second time what no longer fits', async () => {
    const schema = await here.createSchema();
    await bring(schema, exported);
    await here.ask('PUT', `/v1/schemas/${schema}`, { name: 'Slip', fields: [{ name: 'colour', type: 'string' }] });
    expect(countOf(await bring(schema, exported))).toEqual({ unusable: 3 });
    expect(await examplesOf(schema)).toEqual([]);
  });

  it('is as old as its approvals: it pushes nothing newer out of what is looked at', async () => {
    const schema = await here.createSchema();
    const document = await here.uploadIndexed(slip('S-8', '1.00'), 'newest.txt');
    const { id } = (await here.approve(schema, document, { number: { value: 'S-8' } })).body;
    await here.learned(schema, id);
    await bring(schema, [
      ...exported,
      { ...exported[0]!, document_id: crypto.randomUUID().toUpperCase(), document_name: 'future.txt', approved_at: '2999-01-01T00:00:00Z' },
    ]);
    const names = (await settled(schema)).map(({ document_name }: { document_name: string }) => document_name);
    expect(names).toEqual(['future.txt', 'newest.txt', 'S-3.txt', 'S-2.txt', 'S-1.txt']);
  });

  it('is forgotten by document and all at once, and exported again with what is learned here', async () => {
    const schema = await here.createSchema();
    await bring(schema, exported);
    await settled(schema);
    const document = await here.uploadIndexed(slip('S-9', '1.00'), 'own.txt');
    const { id } = (await here.approve(schema, document, { number: { value: 'S-9' } })).body;
    await here.learned(schema, id);
    const names = async () =>
      (await here.ask('GET', `/v1/schemas/${schema}/memory`)).body.items.map((one: ExportedExample) => one.document_name);
    expect(await names()).toEqual(['S-1.txt', 'S-2.txt', 'S-3.txt', 'own.txt']);
    await here.ask('DELETE', `/v1/schemas/${schema}/examples?document_id=${exported[1]!.document_id}`);
    expect(await names()).toEqual(['S-1.txt', 'S-3.txt', 'own.txt']);
    await here.ask('DELETE', `/v1/documents/${document}`);
    expect(await names()).toEqual(['S-1.txt', 'S-3.txt']);
    await here.ask('DELETE', `/v1/schemas/${schema}/examples`);
    expect(await names()).toEqual([]);
  });

  it('says that it must be imported again once lessons have a new form', async () => {
    const schema = await here.createSchema();
    await bring(schema, exported.slice(0, 1));
    await settled(schema);
    await target.context.database
      .update(examples)
      .set({ lessonVersion: LESSON_VERSION - 1 })
      .where(eq(examples.schemaId, schema));
    await relearnExamples(target.context, new AbortController().signal);
    expect(await settled(schema)).toMatchObject([{ status: 'failed', error: { message: expect.stringMatching(/import it/) } }]);
    await bring(schema, exported.slice(0, 1));
    expect(await settled(schema)).toMatchObject([{ status: 'completed', error: null }]);
  });
});

describe('a memory is refused, and nothing of it is kept,', () => {
  it.each([
    [
      'with lessons of another version',
      (one: ExportedExample) => ({ ...one, lesson: { ...one.lesson, version: 1 } }),
      '/examples/1/lesson/version',
    ],
    ['with a sketch that is cut off', (one: ExportedExample) => ({ ...one, sketch: one.sketch.slice(0, 8) }), '/examples/1/sketch'],
    [
      'with a sketch out of order',
      (one: ExportedExample) => ({ ...one, sketch: Buffer.alloc(8).toString('base64') }),
      '/examples/1/sketch',
    ],
    ['with a lesson that is none', (one: ExportedExample) => ({ ...one, lesson: { version: LESSON_VERSION } }), '/examples/1/lesson/keys'],
  ])('%s', async (_, spoil, pointer) => {
    const schema = await here.createSchema();
    const answer = await bring(schema, [exported[0], spoil(exported[1]!)]);
    expect([answer.status, answer.body.code, answer.body.errors[0].pointer]).toEqual([422, 'invalid_request', pointer]);
    expect(await examplesOf(schema)).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../context/api-keys.ts';
import { createExampleDesk } from '../testing/example-desk.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';

let test: TestService;
let document: string;
let other: string;
const desk = createExampleDesk(() => test);
const { ask, approve } = desk;
const NOWHERE = '00000000-0000-4000-8000-000000000000';

beforeAll(async () => {
  test = await startTestService();
  document = await desk.uploadIndexed('Slip\n\nNumber: S-1\nTotal: 12.50 EUR\n', 'first.txt');
  other = await desk.uploadIndexed('Slip\n\nNumber: S-2\nTotal: 13.50 EUR\n', 'second.txt');
});
afterAll(() => test.close());

describe('an approved document', () => {
  it('becomes an example, is learned from in the background, and is given back with who approved it', async () => {
    const schema = await desk.createSchema();
    const fields = {
      number: { value: 'S-1', text: 'S-1' },
      total: { value: 12.5 },
      day: { value: null },
      lines: [{ text: { value: 'a' } }],
    };
    const saved = await approve(schema, document, fields, { approved_by: 'Ada', approved_at: '2026-11-25T10:00:00Z' });
    expect(saved.status).toBe(201);
    const { id } = saved.body;
    expect(saved.body).toEqual({
      type: 'example',
      id,
      schema_id: schema,
      document_id: document,
      document_name: 'first.txt',
      imported: false,
      layout_id: null,
      status: 'pending',
      value_count: 3,
      approved_by: 'Ada',
      approved_at: '2026-11-25T10:00:00.000Z',
      second_check: null,
      created_at: expect.any(String),
      error: null,
    });
    expect(saved.headers.get('location')).toBe(`/v1/schemas/${schema}/examples/${id}`);
    expect(await desk.learned(schema, id)).toEqual({ ...saved.body, status: 'completed', layout_id: expect.any(String) });
  });

  it('says which values nobody touched and what a second check found, as far as that is possible', async () => {
    const schema = await desk.createSchema();
    const fields = { number: { value: 'S-1', untouched: true }, total: { value: 12.5, checked_as: 13 } };
    const { body } = await approve(schema, document, fields, { second_check: { errors: 3, caught: 2 } });
    expect(body).toMatchObject({ second_check: { errors: 3, caught: 2 } });
    expect(await desk.learned(schema, body.id)).toMatchObject({ status: 'completed', second_check: { errors: 3, caught: 2 } });
    // a later draft without it takes it back
    expect((await approve(schema, document, fields)).body.second_check).toBe(null);
    const wrong = await approve(schema, document, { total: { value: 12.5, checked_as: 'much' } });
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/fields/total/checked_as']);
    const much = await approve(schema, document, fields, { second_check: { errors: 1, caught: 2 } });
    expect([much.status, much.body.errors[0].pointer]).toEqual([422, '/second_check/caught']);
  });

  it('that is approved again takes the place of its old example, of this schema only', async () => {
    const [schema, another] = [await desk.createSchema(), await desk.createSchema()];
    const first = await approve(schema, document, { number: { value: 'S-1' } });
    const elsewhere = await approve(another, document, { number: { value: 'S-1' } });
    await desk.learned(schema, first.body.id);
    const second = await approve(schema, document, { number: { value: 'S-1' }, total: { value: 12.5 } }, { approved_by: 'Ben' });
    expect([second.status, second.body.id]).toEqual([200, first.body.id]);
    expect(second.body).toMatchObject({ status: 'pending', value_count: 2, approved_by: 'Ben' });
    expect(await desk.learned(schema, first.body.id)).toMatchObject({ status: 'completed', value_count: 2 });
    expect((await ask('GET', `/v1/schemas/${schema}/examples`)).body.items).toHaveLength(1);
    expect((await ask('GET', `/v1/schemas/${another}/examples/${elsewhere.body.id}`)).body).toMatchObject({ value_count: 1 });
  });

  it('that is sent twice under one Idempotency-Key is one example, and the answer is the same', async () => {
    const schema = await desk.createSchema();
    const body = { document_id: document, fields: { number: { value: 'S-1' } } };
    const send = () => ask('POST', `/v1/schemas/${schema}/examples`, body, { 'idempotency-key': `example-${schema}` });
    const [first, second] = [await send(), await send()];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it('with thousands of rows and the place of each cell is taken', async () => {
    const schema = await desk.createSchema();
    const cell = { value: 'x'.repeat(300), evidence: [{ page: 1, box: [0.1, 0.1, 0.2, 0.2], text: 'x'.repeat(300), words: [1, 2, 3] }] };
    const lines = Array.from({ length: 4000 }, () => ({ text: cell }));
    const saved = await approve(schema, document, { lines } as never);
    expect([saved.status, saved.body.value_count]).toEqual([201, 1]);
    const small = await ask('POST', '/v1/schemas', { name: 'x'.repeat(3_000_000) });
    expect([small.status, small.body.detail]).toEqual([413, 'A JSON body may have at most 2 MB here.']);
  });
});

describe('an example is refused', () => {
  it('for a schema or document that is not there', async () => {
    const schema = await desk.createSchema();
    expect(await approve(NOWHERE, document, {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await approve(schema, NOWHERE, {})).toMatchObject({ status: 404, body: { errors: [{ pointer: '/document_id' }] } });
    await ask('DELETE', `/v1/schemas/${schema}`);
    expect(await approve(schema, document, {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('for a document that could not be indexed', async () => {
    const id = await desk.upload('%PDF-1.7 and then nothing that makes sense');
    await expect.poll(async () => (await ask('GET', `/v1/documents/${id}`)).body.status).toBe('failed');
    const refused = await approve(await desk.createSchema(), id, {});
    expect(refused).toMatchObject({ status: 409, body: { code: 'document_not_ready' } });
  });

  it('for values that the schema’s newest version cannot hold, with the place of each', async () => {
    const schema = await desk.createSchema();
    const refused = await approve(schema, document, {
      number: { value: 12 },
      nonsense: { value: 'x' },
      total: [],
      lines: { value: 'x' },
    });
    expect([refused.status, refused.body.code]).toEqual([422, 'invalid_request']);
    expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/fields/number/value',
      '/fields/nonsense',
      '/fields/total',
      '/fields/lines',
    ]);
    await ask('PUT', `/v1/schemas/${schema}`, { name: 'Slip', fields: [{ name: 'nonsense', type: 'string' }] });
    expect((await approve(schema, document, { nonsense: { value: 'x' } })).status).toBe(201);
    expect((await approve(schema, document, { number: { value: 'S-1' } })).status).toBe(422);
  });
});

describe('the examples of a schema', () => {
  it('are listed newest first, page by page, and by document', async () => {
    const schema = await desk.createSchema();
    const first = await approve(schema, document, { number: { value: 'S-1' } });
    const second = await approve(schema, other, { number: { value: 'S-2' } });
    const list = async (query: string) => (await ask('GET', `/v1/schemas/${schema}/examples${query}`)).body;
    const page = await list('?limit=1');
    expect(page.items.map(({ id }: { id: string }) => id)).toEqual([second.body.id]);
    const last = await list(`?limit=1&cursor=${page.next_cursor}`);
    expect([last.items[0].id, last.next_cursor]).toEqual([first.body.id, null]);
    expect((await list(`?document_id=${other}`)).items).toMatchObject([{ id: second.body.id, document_name: 'second.txt' }]);
    expect((await ask('GET', `/v1/schemas/${NOWHERE}/examples`)).status).toBe(404);
    expect((await ask('GET', `/v1/schemas/${schema}/examples?cursor=x`)).status).toBe(422);
  });

  it('are forgotten one by one, by document, and all at once', async () => {
    const [schema, another] = [await desk.createSchema(), await desk.createSchema()];
    const path = `/v1/schemas/${schema}/examples`;
    const saveBoth = async () => [
      (await approve(schema, document, { number: { value: 'S-1' } })).body.id,
      (await approve(schema, other, { number: { value: 'S-2' } })).body.id,
    ];
    const left = async () => (await ask('GET', path)).body.items.map((entry: { document_id: string }) => entry.document_id);
    const [id] = await saveBoth();
    expect((await ask('DELETE', `/v1/schemas/${another}/examples/${id}`)).status).toBe(404);
    expect((await ask('DELETE', `${path}/${id}`)).status).toBe(204);
    expect((await ask('DELETE', `${path}/${id}`)).status).toBe(404);
    expect((await ask('GET', `${path}/${id}`)).status).toBe(404);
    expect(await left()).toEqual([other]);
    await saveBoth();
    expect((await ask('DELETE', `${path}?document_id=${other}`)).status).toBe(204);
    expect(await left()).toEqual([document]);
    await saveBoth();
    expect((await ask('DELETE', path)).status).toBe(204);
    expect((await ask('DELETE', path)).status).toBe(204);
    expect(await left()).toEqual([]);
    expect((await ask('DELETE', `/v1/schemas/${NOWHERE}/examples`)).status).toBe(404);
  });

  it('are taught and taken back by keys that may submit; forgetting all of them takes an admin', async () => {
    const schema = await desk.createSchema();
    const { key } = await createApiKey(test.context.database, 'till', { scopes: ['submit'] });
    const authorization = { authorization: `Bearer ${key}` };
    const path = `/v1/schemas/${schema}/examples`;
    const saved = await ask('POST', path, { document_id: document, fields: {} }, authorization);
    expect(saved.status).toBe(201);
    expect((await ask('DELETE', path, undefined, authorization)).status).toBe(403);
    expect((await ask('DELETE', `${path}/${saved.body.id}`, undefined, authorization)).status).toBe(204);
    await approve(schema, document, {});
    const kept = await approve(schema, other, {});
    // as the desk takes back
    expect((await ask('DELETE', `${path}?document_id=${document}`, undefined, authorization)).status).toBe(204);
    for (const query of ['?document_id=', '?document_id', `?document_id=${document}&document_id=${other}`]) {
      expect((await ask('DELETE', `${path}${query}`, undefined, authorization)).status).toBe(422);
    }
    expect((await ask('DELETE', `${path}?document=${document}`, undefined, authorization)).status).toBe(403);
    expect((await ask('GET', path)).body.items).toMatchObject([{ id: kept.body.id }]);
  });
});

import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { jobs } from '../context/tables.ts';
import { until } from '../testing/poll.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';
import { removePreviews } from './remove-previews.ts';

let test: TestService;
afterEach(() => test.close());

async function upload(text: string): Promise<string> {
  const form = new FormData();
  form.set('file', new File([text], 'slip.txt'));
  return (await (await test.ask('/v1/documents', { method: 'POST', body: form })).json()).id;
}
const get = async (path: string) => (await test.ask(path)).json();
const post = async (path: string, json: object) => {
  const answer = await test.ask(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(json) });
  return { status: answer.status, body: await answer.json() };
};
const settled = (path: string) =>
  until(
    () => get(path),
    ({ status }) => ['completed', 'failed'].includes(status),
  );

describe('an extraction with a draft', () => {
  const SLIP = 'Slip no.: S-17\nTotal: 12.50 EUR\n';
  const DRAFT = {
    name: 'Slip',
    fields: [
      { name: 'number', type: 'string', label: 'Slip no.' },
      { name: 'total', type: 'money', label: 'Total' },
    ],
  };
  const draftJob = async (body: object) => {
    const { body: job } = await post('/v1/extractions/jobs', body);
    return settled(`/v1/extractions/jobs/${job.id}`);
  };

  it('has the draft’s fields, and saves no schema', async () => {
    test = await startTestService();
    const document_id = await upload(SLIP);
    const done = await draftJob({ document_id, schema_id: crypto.randomUUID(), draft: DRAFT });
    expect(done).toMatchObject({
      status: 'completed',
      preview: true,
      result: { fields: { number: { value: 'S-17' }, total: { value: 12.5 } } },
    });
    expect((await get('/v1/schemas')).items).toEqual([]);
  });

  it('takes the place of the saved fields', async () => {
    test = await startTestService();
    const document_id = await upload(SLIP);
    const { body: schema } = await post('/v1/schemas', DRAFT);
    const draft = { ...DRAFT, fields: [DRAFT.fields[1]] };
    const done = await draftJob({ document_id, schema_id: schema.id, draft });
    expect(Object.keys(done.result.fields)).toEqual(['total']);
    expect(await get(`/v1/schemas/${schema.id}`)).toMatchObject({ version: 1, fields: [{ name: 'number' }, { name: 'total' }] });
  });

  it('is refused where the draft is no schema, or the ID is none that a schema can have', async () => {
    test = await startTestService({ worker: false });
    const document_id = await upload(SLIP);
    const refused = await post('/v1/extractions/jobs', { document_id, schema_id: crypto.randomUUID(), draft: { ...DRAFT, fields: [] } });
    expect(refused).toMatchObject({ status: 422, body: { errors: [{ pointer: '/draft/fields' }] } });
    const unnamed = await post('/v1/extractions/jobs', { document_id, schema_id: 'slip', draft: DRAFT });
    expect(unnamed).toMatchObject({ status: 422, body: { errors: [{ pointer: '/schema_id' }] } });
  });

  it('is removed once it is settled and an hour old; other jobs stay', async () => {
    test = await startTestService();
    const { database } = test.context;
    const document_id = await upload(SLIP);
    const old = await draftJob({ document_id, schema_id: crypto.randomUUID(), draft: DRAFT });
    const { body: split } = await post('/v1/splittings/jobs', { document_id });
    await settled(`/v1/splittings/jobs/${split.id}`);
    await database.update(jobs).set({ createdAt: sql`now() - interval '61 minutes'` });
    const fresh = await draftJob({ document_id, schema_id: crypto.randomUUID(), draft: DRAFT });
    await removePreviews(database);
    const left = (await database.select({ id: jobs.id }).from(jobs)).map(({ id }) => id).sort();
    expect(left).toEqual([split.id, fresh.id].sort());
    expect(left).not.toContain(old.id);
  });
});

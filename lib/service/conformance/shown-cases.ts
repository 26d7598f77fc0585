import {
  about,
  type Case,
  ensure,
  equal,
  type Fields,
  fields,
  findSchemaId,
  NOWHERE,
  poll,
  send,
  type Target,
  UTC,
  UUID,
  upload,
  uploadCompleted,
} from './target.ts';

const document = about('POST /v1/documents', 'shown');
const status = about('GET /v1/documents/{document_id}', 'shown');
const extraction = about('/v1/extractions/jobs', 'shown');
const summary = about('summaries', 'shown');
const authentication = about('Authentication', 'shown');

/** What the interface document shows, sentence by sentence. */
export const SHOWN_CASES: readonly Case[] = [
  document('answers 201 with type, id, name, status pending, page_count null and created_at', async (target) => {
    const { status: code, body } = await upload(target, { name: 'shown.txt' });
    equal(code, 201, 'status');
    const created = fields(body);
    equal(
      [created.type, created.name, created.status, created.page_count],
      ['document', 'shown.txt', 'pending', null],
      'type, name, status and page_count',
    );
    ensure(UUID.test(String(created.id)), 'id is no UUID');
    ensure(UTC.test(String(created.created_at)), 'created_at is no ISO 8601 time in UTC');
  }),
  document('takes metadata: a JSON object as text', async (target) => {
    equal((await upload(target, { metadata: '{"reference": "C-1", "tags": ["a"]}' })).status, 201, 'status');
  }),
  status('moves from pending over processing to completed and has a page count then', async (target) => {
    const { id } = fields((await upload(target)).body);
    const seen = new Set<unknown>();
    const completed = await poll(target, `/v1/documents/${id}`, (record) => {
      seen.add(record.status);
      return record.status === 'completed';
    });
    for (const state of seen)
      ensure(['pending', 'processing', 'completed'].includes(String(state)), `the state ${String(state)} is not shown`);
    equal(completed.id, id, 'id');
    ensure(Number(completed.page_count) >= 1, 'page_count is not known');
  }),
  status('answers an unknown id with an error of the 400s', async (target) => {
    const { status: code } = await send(target, 'GET', `/v1/documents/${NOWHERE}`);
    ensure(code >= 400 && code < 500, `status ${code}`);
  }),
  extraction('takes document_id and schema_id, gives an identifier, and completes', async (target) => {
    const { id } = await uploadCompleted(target);
    await completeJob(target, '/v1/extractions/jobs', { document_id: id, schema_id: await findSchemaId(target) });
  }),
  extraction('a job submitted while the document is being indexed waits for it', async (target) => {
    const schema_id = await findSchemaId(target);
    const { id } = fields((await upload(target)).body);
    await completeJob(target, '/v1/extractions/jobs', { document_id: id, schema_id });
  }),
  summary('POST /documents/{document_id}/summaries comes back before the summary is finished', async (target) => {
    const { id } = await uploadCompleted(target);
    const { status: code } = await send(target, 'POST', `/v1/documents/${id}/summaries`, { json: { block_until_completed: false } });
    ensure(code >= 200 && code < 300, `status ${code}`);
  }),
  summary('POST /documents/{document_id}/summaries with block_until_completed returns the summary', async (target) => {
    const { id } = await uploadCompleted(target);
    const { status: code, text } = await send(target, 'POST', `/v1/documents/${id}/summaries?block_until_completed=true`, {
      json: { block_until_completed: true },
    });
    ensure(code >= 200 && code < 300, `status ${code}`);
    ensure(text.length > 2, 'the answer is empty');
  }),
  summary('POST /summaries/jobs gives a job', async (target) => {
    const { id } = await uploadCompleted(target);
    const { status: code } = await send(target, 'POST', '/v1/summaries/jobs', { json: { document_id: id } });
    ensure(code >= 200 && code < 300, `status ${code}`);
  }),
  authentication('refuses a request without a key', async (target) => {
    const { status: code } = await send(target, 'GET', `/v1/documents/${NOWHERE}`, { headers: { authorization: '' } });
    ensure(code === 401 || code === 403, `status ${code}`);
  }),
  authentication('refuses a wrong key', async (target) => {
    const { status: code } = await send(target, 'GET', `/v1/documents/${NOWHERE}`, { headers: { authorization: 'Bearer wrong' } });
    ensure(code === 401 || code === 403, `status ${code}`);
  }),
];

/** Creates a job and polls it until it is completed. */
export async function completeJob(target: Target, path: string, json: Fields): Promise<Fields> {
  const created = await send(target, 'POST', path, { json });
  ensure(created.status >= 200 && created.status < 300, `creating the job: status ${created.status} ${created.text.slice(0, 200)}`);
  const { id } = fields(created.body);
  ensure(typeof id === 'string', 'the job has no id');
  return poll(target, `${path}/${id}`, (job) => job.status === 'completed');
}

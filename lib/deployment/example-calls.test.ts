import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExampleDraft } from '#lib/contract/service/example.ts';
import { createDeploymentClient } from './create-deployment-client.ts';
import { json, type StandIn, startStandIn } from './testing/start-stand-in.ts';

let remote: StandIn;
beforeAll(async () => {
  remote = await startStandIn();
});
afterAll(() => remote.close());

const SCHEMA = '7d5cb2f4-9a50-4c1c-8f0e-0a1b2c3d4e5f';
const DOCUMENT = '0198a7c2-1111-7000-8000-00000000000d';
const OURS = { 'countersign-service': '1' };
const DRAFT: ExampleDraft = {
  document_id: DOCUMENT,
  fields: { number: { value: 'A-1', text: 'A-1', evidence: [] } },
  approved_by: 'Ann Lee',
  approved_at: '2026-03-12T09:00:00.000Z',
};
const EXAMPLE = {
  type: 'example',
  id: '0198a7c2-1111-7000-8000-00000000000e',
  schema_id: SCHEMA,
  document_id: DOCUMENT,
  document_name: 'a.pdf',
  layout_id: null,
  status: 'pending',
  value_count: 1,
  approved_by: 'Ann Lee',
  approved_at: '2026-03-12T09:00:00.000Z',
  created_at: '2026-03-12T09:00:01.000Z',
  error: null,
};
const client = () => createDeploymentClient({ baseUrl: remote.url, apiKey: 'key-of-the-test', limits: { retryDelayMs: 1 } });

it('a deployment that is not ours is told nothing of approved documents', async () => {
  remote.answer((_request, response) => json(response, 404, {}));
  const stranger = client();
  expect(await stranger.saveExample(SCHEMA, DRAFT)).toBe(false);
  expect(await stranger.removeExamples(SCHEMA)).toBe(false);
  expect(await stranger.listExamples(SCHEMA)).toBeNull();
  expect(remote.seen.map(({ method, path }) => [method, path.startsWith('/v1/documents/')])).toEqual([['GET', true]]);
});

it('examples are given, listed by pages and taken back by document or all', async () => {
  remote.answer(({ method }, response) => {
    if (method === 'DELETE') response.writeHead(204, OURS).end();
    else json(response, method === 'POST' ? 201 : 200, method === 'POST' ? EXAMPLE : { items: [EXAMPLE], next_cursor: 'n' }, OURS);
  });
  const ours = client();
  expect(await ours.saveExample(SCHEMA, DRAFT)).toBe(true);
  expect(JSON.parse(remote.seen.at(-1)?.body ?? '')).toEqual(DRAFT);
  // an earlier version of it says nothing of these two
  const listed = { ...EXAMPLE, imported: false, second_check: null };
  expect(await ours.listExamples(SCHEMA, 'c 1')).toEqual({ items: [listed], next_cursor: 'n' });
  expect(await ours.removeExamples(SCHEMA, { documentId: DOCUMENT })).toBe(true);
  expect(await ours.removeExamples(SCHEMA)).toBe(true);
  const path = `/v1/schemas/${SCHEMA}/examples`;
  expect(remote.seen.slice(1).map((request) => `${request.method} ${request.path}`)).toEqual([
    `POST ${path}`,
    `GET ${path}?cursor=c+1`,
    `DELETE ${path}?document_id=${DOCUMENT}`,
    `DELETE ${path}`,
  ]);
});

it('an example whose answer was lost is given again: it takes the place of the first', async () => {
  let answers = 0;
  remote.answer(({ method }, response) => {
    if (method === 'POST' && answers++ === 0) return void response.destroy();
    json(response, method === 'POST' ? 201 : 404, EXAMPLE, OURS);
  });
  expect(await client().saveExample(SCHEMA, DRAFT)).toBe(true);
  expect(answers).toBe(2);
});

it('a deployment of ours that knows no examples says so', async () => {
  remote.answer((_request, response) => json(response, 404, { code: 'not_found' }, OURS));
  await expect(client().saveExample(SCHEMA, DRAFT)).rejects.toMatchObject({ code: 'not_found', remoteStatus: 404, temporary: false });
  await expect(client().removeExamples(SCHEMA)).rejects.toMatchObject({ code: 'not_found' });
});

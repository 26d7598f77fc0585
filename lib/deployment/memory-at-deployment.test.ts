import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ExportedExample } from '#lib/contract/service/memory.ts';
import { createDeploymentClient } from './create-deployment-client.ts';
import { json, type StandIn, startStandIn } from './testing/start-stand-in.ts';

let remote: StandIn;
beforeAll(async () => {
  remote = await startStandIn();
});
afterAll(() => remote.close());

const SCHEMA = '7d5cb2f4-9a50-4c1c-8f0e-0a1b2c3d4e5f';
const DOCUMENT = '0198a7c2-1111-7000-8000-00000000000d';
const OURS = { 'countersign-service': '3' };
const EXAMPLE: ExportedExample = {
  document_id: DOCUMENT,
  document_name: 'a.pdf',
  approved_by: 'Ann Lee',
  approved_at: '2026-03-12T09:00:00.000Z',
  sketch: 'AQAAAA==',
  lesson: { version: 2, keys: [], fields: {} },
};
const client = () => createDeploymentClient({ baseUrl: remote.url, apiKey: 'key-of-the-test', limits: { retryDelayMs: 1 } });

it('what was learned is given to and asked of deployments of ours alone', async () => {
  remote.answer((_request, response) => json(response, 404, {}));
  const stranger = client();
  expect(await stranger.importMemory(SCHEMA, [EXAMPLE])).toBeNull();
  expect(await stranger.exportMemory(SCHEMA)).toBeNull();
  expect(remote.seen.map(({ method, path }) => [method, path.startsWith('/v1/documents/')])).toEqual([['GET', true]]);
});

it('memory is exported by pages, and imported again when the answer was lost', async () => {
  const outcomes = [{ document_id: DOCUMENT, outcome: 'imported' as const }];
  let imports = 0;
  remote.answer(({ method }, response) => {
    if (method === 'POST' && imports++ === 0) return void response.destroy();
    json(response, 200, method === 'POST' ? { outcomes } : { items: [EXAMPLE], next_cursor: 'n' }, OURS);
  });
  const ours = client();
  const path = `/v1/schemas/${SCHEMA}/memory`;
  expect(await ours.exportMemory(SCHEMA, 'c 1', { limit: 50 })).toEqual({ items: [EXAMPLE], next_cursor: 'n' });
  expect(remote.seen.at(-1)?.path).toBe(`${path}?cursor=c+1&limit=50`);
  expect(await ours.importMemory(SCHEMA, [EXAMPLE])).toEqual({ outcomes });
  expect([imports, JSON.parse(remote.seen.at(-1)?.body ?? '')]).toEqual([2, { examples: [EXAMPLE] }]);
});

it('an answer that is no memory is not taken for one', async () => {
  remote.answer((_request, response) => json(response, 200, { items: [{ ...EXAMPLE, lesson: null }], next_cursor: null }, OURS));
  await expect(client().exportMemory(SCHEMA)).rejects.toMatchObject({ code: 'deployment_unreachable' });
});

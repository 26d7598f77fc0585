import { afterAll, beforeAll, expect, it } from 'vitest';
import { schemaSchema } from '#lib/contract/service/extraction-schema.ts';
import { createDeploymentClient } from './create-deployment-client.ts';
import { json, type StandIn, startStandIn } from './testing/start-stand-in.ts';

let remote: StandIn;
beforeAll(async () => {
  remote = await startStandIn();
});
afterAll(() => remote.close());

const schema = schemaSchema.parse({
  type: 'schema',
  id: '7d5cb2f4-9a50-4c1c-8f0e-0a1b2c3d4e5f',
  version: 3,
  name: 'Ticket',
  fields: [{ name: 'fare', type: 'money' }],
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
});

it('schemas go only to a deployment that announces itself', async () => {
  remote.answer((_request, response) => json(response, 404, {}));
  expect(await createDeploymentClient({ baseUrl: remote.url, apiKey: 'key-of-the-test' }).saveSchema(schema)).toBeNull();
  expect(remote.seen.every(({ method, path }) => method === 'GET' && path.startsWith('/v1/documents/'))).toBe(true);
  await expect(createDeploymentClient({ baseUrl: remote.url, apiKey: 'key-of-the-test' }).removeDocument('d1')).rejects.toMatchObject({
    code: 'method_not_allowed',
  });
  expect(remote.seen.every(({ method }) => method === 'GET')).toBe(true);
});

it('schemas are put under their own id', async () => {
  remote.answer((request, response) =>
    json(response, request.method === 'PUT' ? 200 : 404, { id: schema.id, version: 9 }, { 'countersign-service': '1' }),
  );
  expect(await createDeploymentClient({ baseUrl: remote.url, apiKey: 'key-of-the-test' }).saveSchema(schema)).toEqual({
    id: schema.id,
    version: 9,
  });
  expect(remote.seen.at(-1)).toMatchObject({ method: 'PUT', path: `/v1/schemas/${schema.id}` });
  expect(JSON.parse(remote.seen.at(-1)?.body ?? '')).toMatchObject({ name: 'Ticket', fields: [{ name: 'fare' }] });
});

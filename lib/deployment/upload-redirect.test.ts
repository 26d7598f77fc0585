import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeploymentClient } from './create-deployment-client.ts';
import { type StandIn, startStandIn } from './testing/start-stand-in.ts';

const KEY = 'key-of-the-test';

let remote: StandIn;
beforeAll(async () => {
  remote = await startStandIn();
});
afterAll(() => remote.close());

it.each([
  ['https://moved.example', 'https://moved.example'],
  [`https://moved.example/of/${KEY}`, 'https://moved.example/of/[key removed]'],
  [`https://moved.example/${'long/'.repeat(100)}`, `https://moved.example/${'long/'.repeat(100)}`.slice(0, 200)],
])('tells that uploads are redirected to %s, and goes there with nothing', async (leadsTo, told) => {
  remote.answer((request, response) => response.writeHead(307, { location: `${leadsTo}${request.path}?token=secret` }).end());
  const error = await createDeploymentClient({ baseUrl: remote.url, apiKey: KEY })
    .submitDocument(Readable.from([Buffer.from('abc')]), { name: 'a.txt' })
    .catch((reason) => reason);
  expect(error).toMatchObject({ code: 'deployment_refused', trouble: 'redirect', temporary: false, unsure: false });
  expect(error.message).toBe(`The document service answers with a redirect to ${told}. Use the address it leads to.`);
  expect(remote.seen.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f-]{36}/, '{id}')}`)).toEqual([
    'POST /v1/documents',
    'GET /v1/documents/{id}',
  ]);
});

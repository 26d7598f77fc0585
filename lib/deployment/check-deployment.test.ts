import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDeploymentClient } from './create-deployment-client.ts';
import { json, type StandIn, startStandIn } from './testing/start-stand-in.ts';

let remote: StandIn;
beforeAll(async () => {
  remote = await startStandIn();
});
afterAll(() => remote.close());

const KEY = 'key-of-the-test';
const client = (baseUrl = remote.url) => createDeploymentClient({ baseUrl, apiKey: KEY, limits: { retryDelayMs: 5 } });

describe('checking an address and a key', () => {
  const service = (announce: Record<string, string> = {}) =>
    remote.answer((request, response) =>
      request.headers.authorization === `Bearer ${KEY}` ? json(response, 404, {}, announce) : json(response, 401, {}, announce),
    );

  it('says ok for a document service, and whether it is ours', async () => {
    service();
    expect(await client().check()).toMatchObject({ verdict: 'ok', ours: false });
    service({ 'countersign-service': '1' });
    expect(await client().check()).toMatchObject({ verdict: 'ok', ours: true });
  });

  it('says what is wrong otherwise', async () => {
    service();
    expect(await createDeploymentClient({ baseUrl: remote.url, apiKey: 'other' }).check()).toMatchObject({ verdict: 'wrong_key' });
    remote.answer((_request, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>nothing</h1>'));
    expect(await client().check()).toMatchObject({ verdict: 'not_this_interface' });
    remote.answer((_request, response) => response.writeHead(502).end());
    expect(await client().check()).toMatchObject({ verdict: 'unreachable' });
    expect(await client('http://127.0.0.1:9').check()).toMatchObject({ verdict: 'unreachable' });
    expect(await client(remote.url.replace('http:', 'https:')).check()).toMatchObject({ verdict: 'wrong_protocol' });
  });
});

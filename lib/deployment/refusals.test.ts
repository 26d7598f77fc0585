import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDeploymentClient } from './create-deployment-client.ts';
import type { DeploymentError } from './deployment-error.ts';
import { json, type StandIn, startStandIn } from './testing/start-stand-in.ts';

let remote: StandIn;
beforeAll(async () => {
  remote = await startStandIn();
});
afterAll(() => remote.close());

async function refusalOf(status: number, body: unknown, metadata?: Record<string, unknown>): Promise<DeploymentError> {
  remote.answer((_request, response) => json(response, status, body));
  const client = createDeploymentClient({ baseUrl: remote.url, apiKey: 'key-of-the-test', name: 'Theirs' });
  return client.submitDocument(Readable.from([Buffer.from('abc')]), { name: 'a.txt', metadata }).catch((reason) => reason);
}

it.each([
  [400, { message: 'name missing' }, '“Theirs” says: name missing'],
  [402, { error: 'no pages left' }, '“Theirs” says: no pages left'],
  [413, {}, '“Theirs” refused the request (HTTP 413).'],
  [422, { detail: [{ msg: 'field required' }] }, '“Theirs” says: field required'],
])('a refusal %i with %o names the deployment', async (status, body, message) => {
  expect(await refusalOf(status, body)).toMatchObject({ message, temporary: false, unsure: false });
});

it.each([400, 422])('a refusal %i of the metadata says where it is changed', async (status) => {
  const body = { message: 'metadata: unknown key centre' };
  const message =
    '“Theirs” does not accept the metadata. It says: metadata: unknown key centre. An admin can change it in Settings, Deployments.';
  expect(await refusalOf(status, body, { centre: 'quay' })).toMatchObject({ code: 'invalid_metadata', message, remoteStatus: status });
  expect(await refusalOf(status, body), 'none was sent').toMatchObject({ code: 'invalid_request' });
});

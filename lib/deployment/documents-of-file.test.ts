import { expect, test } from 'vitest';
import { createDeploymentClient } from './create-deployment-client.ts';
import { json, startStandIn } from './testing/start-stand-in.ts';

const OURS = { 'countersign-service': '1' };

test('the documents of a file are listed page by page, with what was sent along; a stranger is not asked', async () => {
  const service = await startStandIn();
  const client = createDeploymentClient({ baseUrl: service.url, apiKey: 'k', ours: true });
  service.answer(({ path }, response) => {
    const isSecond = new URL(path, service.url).searchParams.get('cursor') === 'next';
    const items = isSecond ? [{ id: 'b', metadata: null }] : [{ id: 'a', metadata: { note: 'x' } }];
    json(response, 200, { items, next_cursor: isSecond ? null : 'next' }, OURS);
  });
  expect(await client.listDocumentsOfFile('ab')).toEqual([
    { id: 'a', metadata: { note: 'x' } },
    { id: 'b', metadata: {} },
  ]);
  expect(service.seen.map(({ path }) => new URL(path, service.url).searchParams.get('sha256'))).toEqual(['ab', 'ab']);
  service.answer((_, response) => json(response, 200, { documents: [] }, OURS));
  await expect(client.listDocumentsOfFile('ab')).rejects.toMatchObject({ code: 'deployment_refused' });
  const stranger = createDeploymentClient({ baseUrl: service.url, apiKey: 'k' });
  service.answer((_, response) => json(response, 404, {}));
  await expect(stranger.listDocumentsOfFile('ab')).rejects.toMatchObject({ code: 'method_not_allowed' });
  await service.close();
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Document } from '#lib/contract/service/document.ts';
import { makeLongScan } from '#lib/reading/testing/make-long-scan.ts';
import { createApiKey } from '../context/api-keys.ts';
import { until } from '../testing/poll.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';

const PAGES = 60;
let test: TestService;
beforeAll(async () => {
  // however slowly a reading child starts, a note stays in the place kept for it
  test = await startTestService({ expressMs: 600_000 });
});
afterAll(() => test.close());

async function upload(bytes: Uint8Array | string, name: string, key: string): Promise<Document> {
  const form = new FormData();
  form.set('file', new File([bytes as BlobPart], name));
  const answer = await test.ask('/v1/documents', { method: 'POST', body: form, headers: { authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(201);
  return answer.json();
}
const get = async (id: string): Promise<Document> => (await test.ask(`/v1/documents/${id}`)).json();

it('reads the small files of one while the only reader is busy with the long ones of another', async () => {
  const { key: other } = await createApiKey(test.context.database, 'another');
  const long: Document[] = [];
  for (const mark of ['First', 'Second', 'Third']) long.push(await upload(await makeLongScan(PAGES, mark), `${mark}.pdf`, test.key));
  await until(
    () => get(long[0]!.id),
    ({ status }) => status === 'processing',
  );
  const scans = long.map(({ id }) => id);
  const notes: string[] = [];
  const completed = new Set<string>();
  const recordCompleted = async () => {
    const found = await Promise.all([...notes, ...scans].map(get));
    for (const { id, status } of found) if (status === 'completed') completed.add(id);
    return found;
  };
  for (const index of [1, 2, 3]) {
    const { id } = await upload(`A small note, number ${index} ${Date.now()}`, 'note.txt', other);
    notes.push(id);
    await until(recordCompleted, (found) =>
      found.some((document) => document.id === id && ['completed', 'failed'].includes(document.status)),
    );
  }
  // in the order of completion: every note, and no scan before the last of them
  expect([...completed]).toEqual(notes);
  for (const { id } of long) expect((await test.ask(`/v1/documents/${id}`, { method: 'DELETE' })).status).toBe(204);
}, 300_000);

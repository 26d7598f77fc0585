import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { documents } from '../documents/tables.ts';
import { type Remote, startRemote } from '../testing/start-remote.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';

let t: TestDesk | undefined;
let remote: Remote | undefined;
afterEach(async () => {
  await t?.close();
  await remote?.close();
});

test('what the desk learns of a file while a deployment is asked about it stays, where the deployment does not tell it', async () => {
  let polls = 0;
  remote = await startRemote(async ({ method }) => {
    if (method === 'POST') return { status: 201, body: { id: 'there', status: 'pending' } };
    polls += 1;
    if (polls === 1)
      await t?.desk.database.update(documents).set({ mediaType: 'application/pdf' }).where(eq(documents.name, 'learned.txt'));
    return { status: 200, body: { id: 'there', status: polls < 3 ? 'processing' : 'completed', page_count: polls } };
  });
  t = await startTestDesk({ deployment: { url: remote.url, key: 'k' }, work: true });
  const { id } = await t.drop('Corner Shop', { name: 'learned.txt' });
  expect(await t.until(id, 'indexed')).toMatchObject({ media_type: 'application/pdf', page_count: 3 });
});

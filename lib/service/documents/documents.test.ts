import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Document } from '#lib/contract/service/document.ts';
import { listStoredFiles } from '../testing/list-stored-files.ts';
import { makePdf } from '../testing/make-files.ts';
import { until } from '../testing/poll.ts';
import { startTestService, type TestService } from '../testing/start-test-service.ts';

let test: TestService;
beforeAll(async () => {
  test = await startTestService();
});
afterAll(() => test.close());

async function upload(bytes: Uint8Array | string, name: string, parts: Record<string, string> = {}): Promise<Document> {
  const form = new FormData();
  for (const [part, value] of Object.entries(parts)) form.set(part, value);
  form.set('file', new File([bytes as BlobPart], name));
  const answer = await test.ask('/v1/documents', { method: 'POST', body: form });
  const body = await answer.json();
  expect(answer.status, JSON.stringify(body)).toBe(201);
  return body;
}
const settled = (id: string): Promise<Document> =>
  until(
    async () => (await test.ask(`/v1/documents/${id}`)).json(),
    ({ status }) => status === 'completed' || status === 'failed',
  );
const idle = () =>
  until(
    () => test.context.queue.count('service.index'),
    ({ waiting, active }) => waiting + active === 0,
  );
const files = () => listStoredFiles(test.folder);

describe('indexing', () => {
  it('reads a PDF and gives the picture of its page', async () => {
    const { id } = await upload(await makePdf(['Parcel label', 'Weight 12 kg']), 'label.pdf');
    expect(await settled(id)).toMatchObject({
      status: 'completed',
      page_count: 1,
      pages_read: 1,
      media_type: 'application/pdf',
      error: null,
    });
    const picture = await test.ask(`/v1/documents/${id}/pages/1/image?width=300`);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');
    const part = Buffer.from(await (await test.ask(`/v1/documents/${id}/pages/1/image?width=300&bottom=0.2`)).arrayBuffer());
    expect(part.equals(bytes)).toBe(false);
    for (const [address, status] of [
      ['2/image', 404],
      ['0/image', 404],
      ['1/image?left=0.5&right=0.5', 422],
      ['1/image?width=99999', 422],
    ] as const) {
      expect((await test.ask(`/v1/documents/${id}/pages/${address}`)).status, address).toBe(status);
    }
  });

  it('fails a damaged file with a code and a sentence, and its jobs at once', async () => {
    const pdf = await makePdf(['To be cut']);
    const { id } = await upload(pdf.subarray(0, 300), 'cut.pdf');
    const document = await settled(id);
    expect(document).toMatchObject({ status: 'failed', error: { code: 'damaged_file' } });
    expect(document.error?.message).toMatch(/[.!]$/);
    const job = await test.ask('/v1/summaries/jobs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document_id: id }),
    });
    expect([job.status, (await job.json()).code]).toEqual([409, 'document_not_ready']);
    expect((await test.ask(`/v1/documents/${id}/pages`)).status).toBe(409);
  });

  it('opens a protected file by the password that came with it, keeps no password, and says when it is missing or wrong', async () => {
    const pdf = await makePdf(['For your eyes only'], 'sesame');
    const outcome = async (parts: Record<string, string>) => settled((await upload(pdf, 'locked.pdf', parts)).id);
    expect((await outcome({})).error?.code).toBe('password_required');
    expect((await outcome({ password: 'simsim' })).error?.code).toBe('password_wrong');
    expect(await outcome({ password: 'sesame' })).toMatchObject({ status: 'completed' });
    const { rows } = await test.context.database.execute(
      sql`select count(*)::int as kept from service.documents where password is not null and status in ('completed', 'failed')`,
    );
    expect(rows).toEqual([{ kept: 0 }]);
  });
});

describe('removing', () => {
  it('removes every byte made from a document, but not while another has the same content', async () => {
    await idle();
    const pdf = await makePdf([`Only here ${Date.now()}`]);
    const before = files();
    const [one, two] = [await upload(pdf, 'one.pdf'), await upload(pdf, 'two.pdf')];
    await Promise.all([settled(one.id), settled(two.id)]);
    await test.ask(`/v1/documents/${one.id}/pages/1/image`);
    await test.ask(`/v1/documents/${one.id}`, { method: 'DELETE' });
    expect((await test.ask(`/v1/documents/${two.id}/content`)).status).toBe(200);
    expect(files().length).toBeGreaterThan(before.length);
    await test.ask(`/v1/documents/${two.id}`, { method: 'DELETE' });
    await expect.poll(files).toEqual(before);
    expect(await test.context.reader.find(two.sha256)).toBeNull();
  });

  it('leaves nothing behind when the document is being read just then', async () => {
    const text = `Read and removed at once ${Date.now()}\n`.repeat(200);
    await idle();
    const before = files();
    const { id, sha256 } = await upload(text, 'brief.txt');
    expect((await test.ask(`/v1/documents/${id}`, { method: 'DELETE' })).status).toBe(204);
    await idle();
    await until(
      async () => files(),
      (now) => now.length === before.length,
    );
    expect(await test.context.reader.find(sha256)).toBeNull();
  });

  it('takes many at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, (_entry, index) => upload(`Number ${index} of many, ${Date.now()}`, `${index}.txt`)),
    );
    const answers = await Promise.all(made.map(({ id }) => test.ask(`/v1/documents/${id}`, { method: 'DELETE' })));
    expect(answers.map(({ status }) => status)).toEqual(made.map(() => 204));
  });

  it('keeps the bytes that another program of the machine still needs', async () => {
    const { id, sha256 } = await upload(`Needed elsewhere ${Date.now()}`, 'kept.txt');
    await settled(id);
    const { fileReferences } = test.context;
    test.context.fileReferences = [...fileReferences, async (_executor, asked) => asked === sha256];
    await test.ask(`/v1/documents/${id}`, { method: 'DELETE' });
    test.context.fileReferences = fileReferences;
    expect(await test.context.blobs.has(`files/${sha256}`)).toBe(true);
  });
});

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Control } from '#lib/deployment/stand-in/faults.ts';
import { keptAnswers } from '../documents/answers/tables.ts';
import { removeDocument } from '../documents/operations/remove-document.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { getRawAnswer, getWholeAnswer } from '../review/operations/get-raw-answer.ts';
import { startExtraction } from '../review/operations/start-extraction.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { type SpawnedStandIn, spawnStandIn } from '../testing/spawn-stand-in.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { sweepFiles } from './sweep-files.ts';

const LARGE = 60_000_000;
/** What goes to the browser at most. */
const MOST_BYTES = 200_000;

let t: TestDesk;
let standIn: SpawnedStandIn;
let schemaId: string;
beforeAll(async () => {
  standIn = await spawnStandIn({ work_ms: 100 });
  t = await startTestDesk({ deployment: standIn, work: true });
  const fields = [{ name: 'invoice_number', type: 'string' as const, label: 'Invoice number', description: '', required: false }];
  schemaId = (await saveSchema(t.desk, ACTOR, { name: 'Small invoice', description: '', fields, rules: [] })).id;
});
afterAll(async () => {
  await t?.close();
  await standIn?.close();
});

let made = 0;
/** Has a document extracted by a deployment whose answers are so long. */
async function extract(control: Control): Promise<string> {
  await standIn.control({ padding: 0, padding_as: 'text', rules: [], ...control });
  made += 1;
  const { id } = await t.drop(`Invoice number: INV-${made}\n`, { name: `paper-${made}.txt`, schemaId });
  return id;
}
const storedFiles = () => readdirSync(path.join(t.folder, 'blobs', 'files'));
const keptOf = (id: string) => t.desk.database.select().from(keptAnswers).where(eq(keptAnswers.documentId, id));
const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
async function shownOf(id: string) {
  return { detail: await getDocument(t.desk, id), answer: await getRawAnswer(t.desk, id) };
}

test.each(['text', 'list'] as const)(
  'an answer of 60 MB, long by a %s, is kept as a file, and at most 200 kB go to the browser',
  async (padding_as) => {
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    const id = await extract({ padding: LARGE, padding_as });
    await t.until(id, 'to_review');
    delay.disable();
    const { detail, answer } = await shownOf(id);
    expect(sizeOf(detail) + sizeOf(answer)).toBeLessThan(MOST_BYTES);
    expect(detail.fields?.invoice_number).toMatchObject({ value: `INV-${made}` });
    const [kept] = await keptOf(id);
    expect(kept?.size).toBeGreaterThan(LARGE * 0.9);
    expect(answer).toMatchObject({ size: kept?.size, is_understood: true });
    const whole = await buffer((await getWholeAnswer(t.desk, id)).body);
    expect(whole.length).toBe(kept?.size);
    expect(JSON.parse(whole.toString())).toMatchObject({ result: { invoice_number: `INV-${made}` } });
    console.info(
      `${padding_as}: blocked for ${Math.round(delay.max / 1e6)} ms at most, ${Math.round(process.memoryUsage.rss() / 1e6)} MB held`,
    );
  },
);

test('of very many values without a field the first are listed and the others counted', async () => {
  const id = await extract({ padding: 10_000_000, padding_as: 'values' });
  await t.until(id, 'to_review');
  const { detail, answer } = await shownOf(id);
  expect(sizeOf(detail) + sizeOf(answer)).toBeLessThan(MOST_BYTES);
  expect(Object.keys(detail.unfitting)).toHaveLength(300);
  const count = Object.keys((answer.size ? JSON.parse((await buffer((await getWholeAnswer(t.desk, id)).body)).toString()) : {}) as object);
  expect(detail.unfitting_left).toBe(count.filter((name) => name.startsWith('trace ')).length - 300);
});

test('a large answer stays when files that nobody has are swept away, and goes with its document', async () => {
  const id = await extract({ padding: 400_000 });
  await t.until(id, 'to_review');
  const sha256 = (await keptOf(id))[0]!.sha256;
  await sweepFiles(t.desk);
  expect(storedFiles()).toContain(sha256);
  await removeDocument(t.desk, ACTOR, id);
  await vi.waitFor(() => expect(storedFiles()).not.toContain(sha256), { timeout: 60_000 });
});

test('the file of an answer goes when a new answer comes, and a small one is not kept as a file', async () => {
  const id = await extract({ padding: 400_000 });
  await t.until(id, 'to_review');
  const sha256 = (await keptOf(id))[0]!.sha256;
  await standIn.control({ padding: 0 });
  await startExtraction(t.desk, ACTOR, id, schemaId);
  await t.until(id, 'to_review');
  expect(await keptOf(id)).toEqual([]);
  const { answer } = await shownOf(id);
  expect(answer.size).toBeUndefined();
  expect(JSON.parse((await buffer((await getWholeAnswer(t.desk, id)).body)).toString())).toEqual(answer.raw);
  await vi.waitFor(() => expect(storedFiles()).not.toContain(sha256), { timeout: 60_000 });
});

test('a large answer that is not understood is kept too, until the document goes on', async () => {
  const id = await extract({
    padding: 3_000_000,
    padding_as: 'list',
    rules: [{ name: '', phase: 'job', fault: 'missing_status', times: 0 }],
  });
  await t.until(id, 'to_review', 'extracting');
  await vi.waitFor(async () => expect(await keptOf(id)).toMatchObject([{ kind: 'unread' }]), { timeout: 60_000 });
  const { detail, answer } = await shownOf(id);
  expect(answer).toMatchObject({ is_understood: false, size: expect.any(Number) });
  expect(sizeOf(detail) + sizeOf(answer)).toBeLessThan(MOST_BYTES);
});

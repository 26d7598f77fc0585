import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '../../audit/append-audit.ts';
import { auditEntries } from '../../audit/tables.ts';
import { REMOVE_QUEUE } from '../../context/desk.ts';
import { sweepFiles } from '../../following/sweep-files.ts';
import { getDocument } from '../../review/operations/get-document.ts';
import { listSchemas } from '../../schemas/operations/save-schema.ts';
import { type Remote, startRemote } from '../../testing/start-remote.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { recordSubmitted } from '../record-submitted.ts';
import { documents } from '../tables.ts';
import { removeDocument } from './remove-document.ts';
import { submitDocument } from './submit-document.ts';

let remote: Remote;
let t: TestDesk;
let mode: 'take' | 'refuse' | 'stall' = 'take';

beforeAll(async () => {
  remote = await startRemote(
    () =>
      mode === 'refuse'
        ? { status: 500, body: { error: 'no' } }
        : { status: 201, body: { type: 'document', id: crypto.randomUUID(), status: 'pending' } },
    // takes the head of the request and nothing more
    (request) => mode === 'stall' && request.pause() !== undefined,
  );
  t = await startTestDesk({ deployment: { url: remote.url, key: 'some-key' }, limits: { maxUploadBytes: 2_000_000, uploadIdleMs: 8_000 } });
});
afterAll(async () => {
  await t?.close();
  await remote?.close();
});

function storedFiles(): string[] {
  const folder = path.join(t.folder, 'blobs');
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return all.filter((file) => statSync(path.join(folder, file)).isFile());
}

async function countDocuments(): Promise<number> {
  return (await t.desk.database.select({ id: documents.id }).from(documents)).length;
}

async function expectNothingLeft(work: () => Promise<unknown>, code: string): Promise<void> {
  const before = [storedFiles().sort(), await countDocuments()];
  await expect(work()).rejects.toMatchObject({ code });
  await expect.poll(async () => [storedFiles().sort(), await countDocuments()]).toEqual(before);
}

test('a dropped file is with the deployment before the answer comes, under the document’s id as idempotency key', async () => {
  mode = 'take';
  const document = await t.drop('hello', { name: 'greeting.txt' });
  expect(document).toMatchObject({ name: 'greeting.txt', state: 'indexing', size: 5, service_status: 'pending', created_by: ACTOR });
  const sent = remote.requests.at(-1);
  expect(sent).toMatchObject({ method: 'POST', path: '/v1/documents', key: `${document.id}.1` });
  const [entry] = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, document.id));
  expect(entry).toMatchObject({ event: 'document.received', actorName: ACTOR.name });
  expect(await verifyAudit(t.desk.database)).toMatchObject({ broken: null });
});

test('an upload that comes again because its answer was lost is stored once, and nobody else gets it', async () => {
  mode = 'take';
  const id = crypto.randomUUID();
  const again = () => submitDocument(t.desk, ACTOR, { id, body: Readable.from([Buffer.from('sent twice')]), name: 'twice.txt' });
  // the first is still under way when the second comes
  const both = await Promise.all([again(), again()]);
  const third = await again();
  expect(new Set([...both, third].map((document) => document.id))).toEqual(new Set([id]));
  const entries = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, id));
  expect(entries.filter(({ event }) => event === 'document.received')).toHaveLength(1);
  expect((await t.drop('sent twice', { name: 'other.txt' })).duplicate_of).toMatchObject({ id });
  const stranger = submitDocument(t.desk, { id: 'other', name: 'Otto' }, { id, body: Readable.from([Buffer.from('x')]), name: 'x.txt' });
  await expect(stranger).rejects.toMatchObject({ code: 'conflict' });
});

test('the second file with the same content says which document it repeats', async () => {
  mode = 'take';
  const first = await t.drop('the same words', { name: 'first.txt' });
  const second = await t.drop('the same words', { name: 'second.txt' });
  expect(first.duplicate_of).toBeNull();
  expect(second.duplicate_of).toEqual({ id: first.id, name: 'first.txt' });
  await removeDocument(t.desk, ACTOR, first.id);
  expect((await getDocument(t.desk, second.id)).document.duplicate_of).toBeNull();
});

test('a deployment that refuses leaves the document received, to be sent later', async () => {
  mode = 'refuse';
  const document = await t.drop('kept all the same');
  expect(document).toMatchObject({ state: 'received', failure: null });
});

test('a deployment that takes nothing does not hold the upload up for long', async () => {
  mode = 'stall';
  const body = Readable.from(
    (function* () {
      for (let part = 0; part < 15; part += 1) yield Buffer.alloc(100_000, part);
    })(),
  );
  const document = await t.drop(body);
  expect(document).toMatchObject({ state: 'received', size: 1_500_000 });
});

test('an upload that is cut off leaves nothing behind', async () => {
  mode = 'take';
  const body = new PassThrough();
  body.write('half of it');
  setTimeout(() => body.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })), 50);
  await expectNothingLeft(() => t.drop(body), 'upload_interrupted');
});

test('an upload whose browser goes away leaves nothing behind', async () => {
  mode = 'take';
  const body = new PassThrough();
  body.write('half of it');
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 50);
  await expectNothingLeft(() => submitDocument(t.desk, ACTOR, { body, name: 'x', signal: abort.signal }), 'upload_interrupted');
});

test('an upload that says nothing any more is given up', async () => {
  mode = 'take';
  const body = new PassThrough();
  body.write('half of it');
  await expectNothingLeft(() => t.drop(body), 'upload_interrupted');
});

test('fewer bytes than the browser announced are not taken for the whole file', async () => {
  mode = 'take';
  await expectNothingLeft(
    () => submitDocument(t.desk, ACTOR, { body: Readable.from([Buffer.from('short')]), name: 'x', size: 500 }),
    'upload_interrupted',
  );
});

test('an empty file and one that is too large are refused and leave nothing behind', async () => {
  mode = 'take';
  await expectNothingLeft(() => t.drop(''), 'empty_file');
  const large = Readable.from(
    (function* () {
      for (let part = 0; part < 40; part += 1) yield Buffer.alloc(100_000, 1);
    })(),
  );
  await expectNothingLeft(() => t.drop(large), 'file_too_large');
  await expectNothingLeft(
    () => submitDocument(t.desk, ACTOR, { body: Readable.from([Buffer.from('x')]), name: 'x', size: 3_000_000 }),
    'file_too_large',
  );
});

test('bytes that no document has are swept, those of documents stay', async () => {
  mode = 'take';
  const document = await t.drop('these stay');
  const orphan = 'f'.repeat(64);
  await t.desk.blobs.put(`files/${orphan}`, Buffer.from('left by a killed process'));
  expect(await sweepFiles(t.desk)).toBe(1);
  expect(await t.desk.blobs.has(`files/${orphan}`)).toBe(false);
  expect(await t.desk.blobs.has(`files/${document.sha256}`)).toBe(true);
});

test('what a deployment took of a document that was removed meanwhile is removed there too', async () => {
  mode = 'take';
  const document = await t.drop('soon gone');
  await removeDocument(t.desk, ACTOR, document.id);
  const { waiting } = await t.queue.count(REMOVE_QUEUE);
  const sending = { documentId: document.id, sending: 1, deploymentId: (await t.desk.present()).id, sha256: document.sha256 };
  await t.desk.database.transaction((transaction) => recordSubmitted(t.desk, transaction, sending, { id: 'late', status: 'pending' }));
  expect((await t.queue.count(REMOVE_QUEUE)).waiting).toBe(waiting + 1);
});

test('a schema that does not exist is refused before a byte is stored', async () => {
  mode = 'take';
  await expectNothingLeft(() => t.drop('x', { schemaId: 'nothing' }), 'not_found');
});

test('a schema chosen at the drop stands in the row, with its version', async () => {
  mode = 'take';
  const [schema] = await listSchemas(t.desk);
  const document = await t.drop('with schema', { schemaId: schema!.id });
  expect(document).toMatchObject({ schema_id: schema!.id, schema_name: schema!.name, schema_version: 1 });
});

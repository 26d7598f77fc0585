import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault, Phase } from '#lib/deployment/stand-in/faults.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { getRawAnswer } from '../review/operations/get-raw-answer.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { findSummary, requestSummary } from '../summaries/operations/summaries.ts';
import { type SpawnedStandIn, spawnStandIn } from '../testing/spawn-stand-in.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';

let t: TestDesk;
let standIn: SpawnedStandIn;
let schemaId: string;
beforeAll(async () => {
  standIn = await spawnStandIn({ work_ms: 50, echo_key: true });
  t = await startTestDesk({ deployment: standIn, work: true });
  const fields = [{ name: 'invoice_number', type: 'string' as const, label: 'Invoice number', description: '', required: false }];
  schemaId = (await saveSchema(t.desk, ACTOR, { name: 'Small invoice', description: '', fields, rules: [] })).id;
});
afterAll(async () => {
  await t?.close();
  await standIn?.close();
});

const drop = (name: string) => t.drop(`Invoice number: INV-7\n${name}\n`, { name, schemaId });

/** All that the database and the store have. */
async function everything(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const tables = await t.desk.database.execute(
    sql`select table_schema as room, table_name as name from information_schema.tables where table_schema in ('desk', 'pgboss')`,
  );
  for (const { room, name } of tables.rows as { room: string; name: string }[]) {
    const { rows } = await t.desk.database.execute(sql.raw(`select * from "${room}"."${name}"`));
    found.set(`${room}.${name}`, JSON.stringify(rows));
  }
  for (const entry of readdirSync(path.join(t.folder, 'blobs'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) found.set(entry.name, readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
  return found;
}

test('a key that a deployment repeats in what it gives and refuses is nowhere: in no table, file or response', async () => {
  const rules: { name: string; phase: Phase; fault: Fault; times: number }[] = [
    { name: 'refused', phase: 'upload', fault: 'refuse_422', times: 0 },
    { name: 'no-job', phase: 'create_job', fault: 'forbidden', times: 0 },
    { name: 'held-up', phase: 'job', fault: 'server_error', times: 2 },
  ];
  await standIn.control({ rules });
  const ids = await Promise.all(
    ['well.txt', 'held-up.txt', 'refused.txt', 'no-job.txt'].map(async (name) => {
      const { id } = await drop(name);
      await t.until(id, 'to_review').catch(() => undefined);
      return id;
    }),
  );
  const shown = await Promise.all(ids.map((id) => getDocument(t.desk, id)));
  expect(shown.map(({ document }) => document.state)).toEqual(['to_review', 'to_review', 'failed', 'failed']);
  for (const { document } of shown.slice(2)) expect(document.failure?.message).toContain('[key removed]');
  await requestSummary(t.desk, ACTOR, ids[0]!, 'job');
  await expect.poll(async () => (await findSummary(t.desk, ids[0]!))?.state, { timeout: 60_000 }).toBe('completed');
  const raw = JSON.stringify((await getRawAnswer(t.desk, ids[0]!)).raw);
  expect(raw).toContain('[key removed]');
  expect([raw, JSON.stringify(shown)].join()).not.toContain(standIn.key);
  const stored = await everything();
  expect(stored.get('desk.extractions')).toContain('[key removed]');
  for (const [where, content] of stored) expect(content, where).not.toContain(standIn.key);
});

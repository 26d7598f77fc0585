import { setTimeout as sleep } from 'node:timers/promises';
import { asc, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Transaction } from '#lib/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { type AuditDraft, appendAudit, verifyAudit } from './append-audit.ts';
import { withAuditOrigin } from './audit-origin.ts';
import { auditEntries } from './tables.ts';

let t: TestDatabase;
beforeEach(async () => {
  t = await createTestDatabase();
});
afterEach(() => t.close());

const ACTOR = { id: 'p1', name: 'Ana "A" \\ %s Ünal\n🙂' };
const draftOf = (event: string, rest: Partial<AuditDraft> = {}): AuditDraft => ({ actor: ACTOR, event, ...rest });
const append = (...drafts: AuditDraft[]) => t.database.transaction((transaction) => appendAudit(transaction, drafts));
const listEntries = () => t.database.select().from(auditEntries).orderBy(asc(auditEntries.id));

/** Begins a transaction and does some work in it; `end` lets it commit, or roll back by an error. */
async function hold(work: (transaction: Transaction) => Promise<void>) {
  let end: (error?: Error) => void = () => undefined;
  let done: Promise<void> = Promise.resolve();
  await new Promise<void>((begun, failed) => {
    const isOver = new Promise<void>((resolve, reject) => {
      end = (error) => (error ? reject(error) : resolve());
    });
    done = t.database.transaction(async (transaction) => {
      await work(transaction);
      begun();
      await isOver;
    });
    done.catch(failed);
  });
  return { end, done };
}

/** Waits until so many statements wait for the lock of the trail. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await t.database.execute<{ waiting: number }>(
      sql`select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
    );
    if (rows[0]!.waiting >= count) return;
    await sleep(10);
  }
}

test('entries of many transactions at once make one chain without a gap, each batch together and in its order', async () => {
  await Promise.all(
    Array.from({ length: 60 }, (_, batch) =>
      append(...[1, 2, 3].map((place) => draftOf('value.corrected', { detail: { batch, place }, newValue: { b: [batch], a: '“ö”' } }))),
    ),
  );
  const entries = await listEntries();
  expect(entries.map(({ id }) => id)).toEqual(Array.from({ length: 180 }, (_, index) => index + 1));
  for (let from = 0; from < 180; from += 3) {
    const { batch } = entries[from]!.detail;
    expect(entries.slice(from, from + 3).map(({ detail }) => detail)).toEqual([1, 2, 3].map((place) => ({ batch, place })));
  }
  expect(await verifyAudit(t.database)).toMatchObject({ checked: 180, broken: null });
});

test('who has waited for another transaction chains to what that one has committed, though its own began before', async () => {
  const first = await hold((transaction) => appendAudit(transaction, [draftOf('first'), draftOf('second')]));
  const waiting = t.database.transaction(async (transaction) => {
    // a look before the others have committed
    expect(await transaction.select().from(auditEntries)).toEqual([]);
    await appendAudit(transaction, [draftOf('third')]);
  });
  await untilWaiting(1);
  first.end();
  await Promise.all([first.done, waiting]);
  expect((await listEntries()).map(({ event }) => event)).toEqual(['first', 'second', 'third']);
  expect(await verifyAudit(t.database)).toMatchObject({ checked: 3, broken: null });
});

test('a transaction that sees only what was there at its beginning fails instead of making a fork', async () => {
  await append(draftOf('before'));
  const late = t.database.transaction(
    async (transaction) => {
      await transaction.select().from(auditEntries);
      await append(draftOf('meanwhile'));
      await appendAudit(transaction, [draftOf('late')]);
    },
    { isolationLevel: 'repeatable read' },
  );
  await expect(late).rejects.toThrow();
  expect((await listEntries()).map(({ event }) => event)).toEqual(['before', 'meanwhile']);
  expect(await verifyAudit(t.database)).toMatchObject({ checked: 2, broken: null });
});

test('a transaction that appends twice and is taken back leaves no gap, and who waited for it goes on from before', async () => {
  await append(draftOf('before'));
  const taken = await hold(async (transaction) => {
    await appendAudit(transaction, [draftOf('taken back')]);
    await appendAudit(transaction, [draftOf('taken back'), draftOf('taken back')]);
  });
  const waiting = append(draftOf('after'));
  await untilWaiting(1);
  taken.end(new Error('taken back'));
  await expect(taken.done).rejects.toThrow('taken back');
  await waiting;
  expect((await listEntries()).map(({ id, event }) => [id, event])).toEqual([
    [1, 'before'],
    [2, 'after'],
  ]);
  expect(await verifyAudit(t.database)).toMatchObject({ checked: 2, broken: null });
});

test('a transaction that appends twice and commits makes one chain', async () => {
  await t.database.transaction(async (transaction) => {
    await appendAudit(transaction, [draftOf('one')]);
    await appendAudit(transaction, [draftOf('two'), draftOf('three')]);
  });
  expect((await listEntries()).map(({ event }) => event)).toEqual(['one', 'two', 'three']);
  expect(await verifyAudit(t.database)).toMatchObject({ checked: 3, broken: null });
});

test('entries that an earlier version has written stay right, and new ones follow them', async () => {
  const values = { pointer: '/lines/0/item', oldValue: '007', newValue: { b: [1, null], a: '“Ö”\n' }, detail: {} };
  const salt = '00112233445566778899aabbccddeeff';
  const valuesHash = '7d0570a958077535fb4aec9dee4063e98b3e68b6c7abc260c01419a8e32ccced';
  const facts = { at: new Date('2026-03-01T08:00:00.125Z'), actorId: 'p1', actorName: 'Ana "A" \\ Ünal', event: 'value.corrected' };
  const known = { ...facts, ...values, documentId: '0198d3a0-0000-7000-8000-000000000001', salt, valuesHash };
  const firstHash = '3f8b2c584d88b0f294e00d822575fc0ce3e6f50fef09271535903055d5e2e104';
  await t.database.insert(auditEntries).values([
    { ...known, id: 1, previousHash: '0'.repeat(64), hash: firstHash },
    {
      ...known,
      id: 2,
      origin: { session: 's-1', address: '192.0.2.7' },
      previousHash: firstHash,
      hash: '328258d720fa753b85785a1a91528898ca510c2295db700afc7026c6afc0e64c',
    },
  ]);
  expect(await verifyAudit(t.database)).toMatchObject({ checked: 2, broken: null });
  await append(draftOf('next'));
  expect(await verifyAudit(t.database)).toMatchObject({ checked: 3, broken: null });
});

test.each<[string, Partial<AuditDraft>]>([
  ['nothing', {}],
  ['texts that look like JSON', { oldValue: '42', newValue: 'null', detail: { text: '{"a":1}' } }],
  ['JSON of every kind', { oldValue: [true, null, 1e21, -0.1], newValue: { ä: { z: [], a: {} }, '': '\\u0041%1$s' } }],
  ['false and zero', { oldValue: false, newValue: 0 }],
  ['nothing that was something', { oldValue: null, newValue: '', detail: { left: undefined, kept: 'yes' } }],
])('what an entry says is kept as it is, from where it came too: %s', async (_, rest) => {
  const origin = { address: '2001:db8::1', session: 's"1' };
  await withAuditOrigin(origin, () => append(draftOf('an "event"', rest)));
  const [entry] = await listEntries();
  const { oldValue = null, newValue = null, detail = {} } = rest;
  expect(entry).toMatchObject({ actorId: 'p1', actorName: ACTOR.name, event: 'an "event"', documentId: null, origin });
  expect([entry!.oldValue, entry!.newValue, entry!.detail]).toEqual([oldValue, newValue, JSON.parse(JSON.stringify(detail))]);
  expect(await verifyAudit(t.database)).toMatchObject({ checked: 1, broken: null });
});

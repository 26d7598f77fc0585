import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { now } from '#lib/platform/clock.ts';
import { documents, submissions } from '../documents/tables.ts';
import { lockRun } from '../jobs/lock-run.ts';
import { listSchemaIds } from '../testing/review-test-document.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { chooseClasses } from './choose-classes.ts';
import { settleKind } from './settle-kind.ts';
import { classifications } from './tables.ts';

let t: TestDesk | undefined;
afterEach(async () => {
  await t?.close();
  t = undefined;
});

const NAMES = ['Receipt', 'Contract', 'Invoice'];
const classOf = (name: string) => ({ name, description: '', keywords: [], examples: [] });

/** A document whose kind was asked for among three schemas, in this run. */
async function ask(run: number) {
  t ??= await startTestDesk();
  const { database } = t.desk;
  const ids = await listSchemaIds(t.desk);
  const { id } = await t.drop('Nobody knows.', { recognise: true });
  await database.update(documents).set({ state: 'classifying' }).where(eq(documents.id, id));
  await database
    .insert(classifications)
    .values({ documentId: id, run, classes: NAMES.map(classOf), schemas: NAMES.map((name) => ({ id: ids[name]!, name })), at: now() });
  return { database, ids, id };
}

test('the class that is named is taken, in whatever order the classes are told', async () => {
  const { database, ids, id } = await ask(1);
  const classes = [0.05, 0.04, 0.91].map((confidence, index) => ({ name: NAMES[index]!, confidence, evidence: [] }));
  const result = { class: 'Invoice', confidence: 0.91, classes, engine: 'other' };
  const state = await database.transaction(async (transaction) => {
    const row = await lockRun(transaction, { documentId: id, run: 1 });
    return settleKind(transaction, row!, { result });
  });
  expect(state).toBe('extracting');
  const [row] = await database.select().from(documents).where(eq(documents.id, id));
  expect(row).toMatchObject({ schemaId: ids.Invoice, kind: { by: 'machine' } });
  expect(row?.kind?.choices.map(({ schema_name }) => schema_name)).toEqual(['Invoice', 'Receipt', 'Contract']);
});

test('a class that is not the surest of those told does not set a schema on the surety of another', async () => {
  const { database, id } = await ask(1);
  const classes = [0.95, 0.02, 0.03].map((confidence, index) => ({ name: NAMES[index]!, confidence, evidence: [] }));
  const state = await database.transaction(async (transaction) => {
    const row = await lockRun(transaction, { documentId: id, run: 1 });
    return settleKind(transaction, row!, { result: { class: 'Invoice', confidence: 0.03, classes, engine: 'other' } });
  });
  expect(state).toBe('unclassified');
});

test('a slow worker of an older run does not replace the classes asked for since', async () => {
  const { database, id } = await ask(2);
  const [row] = await database.select().from(documents).where(eq(documents.id, id));
  const [submission] = await database.select().from(submissions).where(eq(submissions.documentId, id));
  const followed = {
    row: row!,
    submission: { ...submission!, run: 1 },
    deployment: await t!.desk.present(),
    signal: new AbortController().signal,
  };
  await chooseClasses(t!.desk, followed, false);
  const [kept] = await database.select().from(classifications).where(eq(classifications.documentId, id));
  expect(kept).toMatchObject({ run: 2, classes: NAMES.map(classOf) });
  // a newer run does
  const newest = await chooseClasses(t!.desk, { ...followed, submission: { ...submission!, run: 3 } }, false);
  expect(newest.run).toBe(3);
  expect(newest.classes.length).toBeGreaterThan(NAMES.length);
});

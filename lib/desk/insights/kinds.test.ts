import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DocumentKind } from '#lib/contract/service/classification.ts';
import { createDatabaseBefore } from '#lib/platform/database/testing/database-before.ts';
import { removeDocument } from '../documents/operations/remove-document.ts';
import { documents } from '../documents/tables.ts';
import { approve, reopen } from '../review/operations/decide.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { insertReviewable, ORDER } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { countDocument } from './count-document.ts';
import { getInsights } from './operations/get-insights.ts';

let t: TestDesk;
let [invoice, receipt] = ['', ''];
beforeAll(async () => {
  t = await startTestDesk();
  [invoice, receipt] = [(await saveSchema(t.desk, ACTOR, ORDER)).id, (await saveSchema(t.desk, ACTOR, { ...ORDER, name: 'Receipt' })).id];
});
afterAll(() => t.close());

const today = () => new Date().toISOString().slice(0, 10);
const kindsOf = async (schema_id?: string) =>
  (await getInsights(t.desk, { ...(schema_id ? { schema_id } : {}), from: today(), to: today() }, { withPeople: false })).kinds;

/** A document of a schema, whose kind the engine was asked for. @param likeliest its answer; null = it could not look */
async function asked(schemaId: string, likeliest: string | null, isSure = true) {
  const { id } = await insertReviewable(t.desk, { schemaId, ...(schemaId === receipt ? { schema: { ...ORDER, name: 'Receipt' } } : {}) });
  const choices = likeliest === null ? [] : [{ schema_id: likeliest, schema_name: 'then', confidence: isSure ? 0.9 : 0.5 }];
  const kind: DocumentKind = { by: isSure ? 'machine' : 'person', person: null, choices, reason: isSure ? null : 'It is only 50 % sure.' };
  await t.desk.database.update(documents).set({ kind }).where(eq(documents.id, id));
  const { document } = await approve(t.desk, ACTOR, id, { revision: 0, sign_off: true });
  await countDocument(t.desk, id);
  return { id, revision: document.revision };
}

test('kinds are counted by the schema that people approved with: found, mistaken for another, or left to a person', async () => {
  await asked(invoice, invoice);
  await asked(invoice, invoice);
  await asked(invoice, receipt);
  await asked(invoice, invoice, false);
  await asked(invoice, receipt, false);
  await asked(receipt, receipt);
  await asked(receipt, null);
  await insertReviewable(t.desk, { schemaId: invoice });
  const [first, second] = await kindsOf();
  expect(first).toEqual({
    schema_id: invoice,
    schema_name: 'Order',
    ...{ documents: 5, right: 2, wrong: 1, asked: 2, asked_right: 1 },
    taken_for: [{ schema_id: receipt, schema_name: 'Receipt', documents: 1 }],
  });
  expect(second).toMatchObject({ schema_id: receipt, documents: 1, right: 1, wrong: 0, asked: 0, taken_for: [] });
  expect(await kindsOf(receipt)).toEqual([second]);
});

test('a reopened document counts no longer, and a removed one keeps its place in the sums', async () => {
  const before = (await kindsOf(receipt))[0]!.documents;
  const { id, revision } = await asked(receipt, receipt);
  expect((await kindsOf(receipt))[0]!.documents).toBe(before + 1);
  await reopen(t.desk, ACTOR, id, { revision });
  await countDocument(t.desk, id);
  expect((await kindsOf(receipt))[0]!.documents).toBe(before);
  const kept = await asked(receipt, receipt);
  await removeDocument(t.desk, ACTOR, kept.id);
  expect((await kindsOf(receipt))[0]!.documents).toBe(before + 1);
});

test('an upgrade counts the kinds of documents that were counted before it, and can take each back', async () => {
  const before = await createDatabaseBefore({ schema: 'desk', folder: 'lib/desk/migrations' }, '0025_kind-counts');
  try {
    const counts = JSON.stringify({ day: '2026-11-20', deploymentId: 'there', schemaId: 'invoice', fields: {} });
    const add = async (id: string, kind: object | null, more = '') => {
      await before.rowsOf(`insert into desk.documents (id, name, state, size, sha256, revision, kind, created_at, updated_at)
        values ('${id}', 'a.pdf', 'approved', 1, 'a', 3, ${kind ? `'${JSON.stringify(kind)}'` : 'null'}, now(), now())`);
      await before.rowsOf(`insert into desk.counted_documents (document_id, revision, counts) values ('${id}', 3, '${counts}')`);
      if (more) await before.rowsOf(`update desk.documents set ${more} where id = '${id}'`);
    };
    const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`;
    const choices = [{ schema_id: 'receipt', schema_name: 'Receipt', confidence: 0.8 }];
    await add(id(1), { by: 'person', choices, reason: null });
    await add(id(2), { by: 'person', choices, reason: 'Only 60 % sure.' });
    await add(id(3), { by: null, choices: [], reason: 'There is no schema yet.' });
    await add(id(4), null);
    await add(id(5), { by: 'machine', choices, reason: null }, 'approved_automatically = true');
    await before.upgrade();
    const common = { day: '2026-11-20', deployment_id: 'there', schema_id: 'invoice', likeliest_id: 'receipt', documents: 1 };
    expect(await before.rowsOf('select *, day::text from desk.kind_counts order by is_sure')).toEqual([
      { ...common, is_sure: false },
      { ...common, is_sure: true },
    ]);
    expect(await before.rowsOf(`select counts -> 'kind' as kind from desk.counted_documents order by document_id`)).toEqual([
      { kind: { likeliestId: 'receipt', isSure: true } },
      { kind: { likeliestId: 'receipt', isSure: false } },
      ...[1, 2, 3].map(() => ({ kind: null })),
    ]);
  } finally {
    await before.close();
  }
});

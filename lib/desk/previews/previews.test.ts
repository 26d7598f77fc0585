import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaVersions } from '#lib/service/context/tables.ts';
import { documents } from '../documents/tables.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { insertReviewable } from '../testing/insert-reviewable.ts';
import { approvePermit, PERMIT, permitText, permitWith } from '../testing/made-permit.ts';
import { startRemote } from '../testing/start-remote.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { compareDraft } from './operations/compare-draft.ts';
import { listPreviewDocuments } from './operations/list-preview-documents.ts';
import { previewDocument } from './operations/preview-document.ts';

// with the real embedded service, its worker and its child processes
let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk({ service: true, work: true });
});
afterAll(() => t.close());

const signal = new AbortController().signal;
const permit = (holder: string, fee: string) => permitText(fee, { holder });

/** Drops a permit and approves it with the right fee. */
const approved = (schemaId: string, holder: string, fee: number) =>
  approvePermit(t, { text: permit(holder, fee.toFixed(2)), name: `${holder}.txt`, schemaId, fee });

test('a draft is compared with the saved version on approved documents; nothing of them or of the schema changes', async () => {
  const { id: schemaId } = await saveSchema(t.desk, ACTOR, PERMIT);
  const documentId = await approved(schemaId, 'Anna Lind', 340);
  expect(await listPreviewDocuments(t.desk, schemaId, { limit: 20 })).toEqual({
    documents: [{ id: documentId, name: 'Anna Lind.txt', media_type: 'text/plain' }],
    elsewhere: 0,
    there: 0,
    deployments: [],
  });
  const before = await t.desk.database.select().from(documents).where(eq(documents.id, documentId));
  const compared = await compareDraft(t.desk, ACTOR, { schemaId, documentId, draft: permitWith('Mooring dues') }, signal);
  expect(compared).toMatchObject({
    against: 'saved',
    fields: [
      { field: 'holder', values: 1, right_before: 1, right_after: 1 },
      { field: 'fee', label: 'Mooring dues', values: 1, right_before: 0, right_after: 1, gains: 1, losses: 0 },
    ],
    changes: [{ kind: 'gain', field: 'fee', approved: 340, before: { value: 1 }, after: { value: 340, place: { page: 1 } } }],
  });
  expect(await t.desk.database.select().from(documents).where(eq(documents.id, documentId))).toEqual(before);
  const versions = await t.desk.database.select().from(schemaVersions).where(eq(schemaVersions.schemaId, schemaId));
  expect(versions.map(({ version }) => version)).toEqual([1]);
  // the saved version itself is compared with what was extracted when the document came
  const same = await compareDraft(t.desk, ACTOR, { schemaId, documentId, draft: PERMIT }, signal);
  expect(same).toMatchObject({ against: 'extracted', changes: [], flags_before: expect.any(Number) });
});

test('a document is previewed before its schema was ever saved', async () => {
  const { id } = await t.drop(permit('Ben Aske', '12.00'), { name: 'sample.txt' });
  await t.until(id, 'indexed', 'to_review');
  const of = { documentId: id, schemaId: null, draft: permitWith('Mooring dues') };
  const { result } = await previewDocument(t.desk, ACTOR, of, signal);
  expect(result.fields).toMatchObject({ holder: { value: 'Ben Aske' }, fee: { value: 12 } });
});

test('a document that is not approved with the schema is refused, and one that approved itself is not offered', async () => {
  const { id: schemaId } = await saveSchema(t.desk, ACTOR, { ...PERMIT, name: 'Berth' });
  const { id } = await t.drop(permit('Cara Holm', '5.00'), { name: 'open.txt', schemaId });
  await t.until(id, 'to_review');
  const compare = compareDraft(t.desk, ACTOR, { schemaId, documentId: id, draft: permitWith('Dues') }, signal);
  await expect(compare).rejects.toMatchObject({ code: 'conflict' });
  const byItself = await approved(schemaId, 'Dora Ek', 8);
  await t.desk.database.update(documents).set({ approvedAutomatically: true }).where(eq(documents.id, byItself));
  expect(await listPreviewDocuments(t.desk, schemaId, { limit: 20 })).toEqual({ documents: [], elsewhere: 0, there: 0, deployments: [] });
});

test('a document at a stranger’s service, or at one of ours that knows no drafts, says so', async () => {
  const job = { status: 201, body: { id: 'job-1', status: 'pending' } };
  const unknown = { status: 404, body: { code: 'not_found', detail: 'There is no schema with this id.' } };
  const ours = { 'countersign-service': '1' };
  const services = [
    { ...job, headers: {}, says: /cannot extract with a draft\.$/ },
    { ...job, headers: ours, says: /earlier version/ },
    { ...unknown, headers: ours, says: /earlier version/ },
  ];
  for (const { says, ...answer } of services) {
    const remote = await startRemote(() => answer);
    const other = await startTestDesk({ deployment: { url: remote.url, key: 'k' } });
    const { id, schemaId } = await insertReviewable(other.desk);
    const preview = previewDocument(other.desk, ACTOR, { documentId: id, schemaId, draft: PERMIT }, signal);
    await expect(preview).rejects.toMatchObject({ code: 'conflict', message: expect.stringMatching(says) });
    await other.close();
    await remote.close();
  }
});

test('what nobody waits for any more is cancelled at the service', async () => {
  const stopping = new AbortController();
  const remote = await startRemote(({ path }) => {
    if (path.endsWith('/jobs/job-1')) stopping.abort();
    return { status: 201, body: { id: 'job-1', status: 'pending', preview: true }, headers: { 'countersign-service': '1' } };
  });
  const other = await startTestDesk({ deployment: { url: remote.url, key: 'k' } });
  const { id, schemaId } = await insertReviewable(other.desk);
  await expect(previewDocument(other.desk, ACTOR, { documentId: id, schemaId, draft: PERMIT }, stopping.signal)).rejects.toThrow();
  expect(remote.requests.at(-1)).toMatchObject({ method: 'POST', path: '/v1/extractions/jobs/job-1/cancel' });
  await other.close();
  await remote.close();
});

test('what is no document is not found', async () => {
  for (const documentId of ['abc', crypto.randomUUID()]) {
    const preview = previewDocument(t.desk, ACTOR, { documentId, schemaId: null, draft: PERMIT }, signal);
    await expect(preview).rejects.toMatchObject({ code: 'not_found' });
  }
});

import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { requestClassification } from '../../classification/operations/classifications.ts';
import { settleKind } from '../../classification/settle-kind.ts';
import { failDocument } from '../../following/fail-document.ts';
import { storeAnswer } from '../../following/store-answer.ts';
import { approve, reject, reopen } from '../../review/operations/decide.ts';
import { startExtraction } from '../../review/operations/start-extraction.ts';
import { findReview } from '../../review/review.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { insertReviewable } from '../../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { type DocumentRow, getDocumentRow, lockDocumentRow } from '../desk-document.ts';
import { retryDocument } from '../operations/resend-document.ts';
import { parkDocument } from '../park-document.ts';
import { releaseParked } from '../release-parked.ts';
import { documents, submissions } from '../tables.ts';
import { type DocumentEvent, statesAfter } from './document-states.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());

const runOf = async (row: DocumentRow) =>
  (await t.desk.database.select({ run: submissions.run }).from(submissions).where(eq(submissions.documentId, row.id)))[0]!.run;

/** What people and workers do, and the event it is. */
const OPERATIONS: Record<string, { event: DocumentEvent; run: (row: DocumentRow, schemaId: string) => Promise<unknown> }> = {
  approve: { event: 'approved', run: (row) => approve(t.desk, ACTOR, row.id, { revision: row.revision, sign_off: true }) },
  reject: { event: 'rejected', run: (row) => reject(t.desk, ACTOR, row.id, { revision: row.revision, reason: 'No' }) },
  reopen: { event: 'reopened', run: (row) => reopen(t.desk, ACTOR, row.id, { revision: row.revision }) },
  choose: { event: 'schema_chosen', run: (row, schemaId) => startExtraction(t.desk, ACTOR, row.id, schemaId) },
  recognise: { event: 'classification_requested', run: (row) => requestClassification(t.desk, ACTOR, row.id) },
  retry: { event: 'retried', run: (row) => retryDocument(t.desk, ACTOR, row.id) },
  fail: {
    event: 'failed',
    run: async (row) =>
      failDocument(t.desk, { documentId: row.id, run: await runOf(row) }, { code: 'extraction_failed', message: 'It failed.' }),
  },
  settle: {
    event: 'classified',
    run: (row) =>
      t.desk.database.transaction(async (transaction) => {
        const locked = await lockDocumentRow(transaction, row.id);
        if (locked.state === 'classifying') await settleKind(transaction, locked, { reason: 'None fits.' });
      }),
  },
  park: {
    event: 'parked',
    run: async (row) => {
      const deployment = await t.desk.present();
      await parkDocument(t.desk, { documentId: row.id, run: await runOf(row) }, deployment, { message: 'Unknown schema.' });
    },
  },
  tell: {
    event: 'mapped',
    run: (_row, schemaId) =>
      t.desk.database.transaction(async (transaction) =>
        releaseParked(t.desk, transaction, ACTOR, { deploymentId: (await t.desk.present()).id, schemaId }),
      ),
  },
  answer: {
    event: 'extracted',
    run: async (row, schemaId) => {
      const schema = await getCurrentSchema(t.desk.database, schemaId);
      const result = (await findReview(t.desk.database, { ...row, schemaId }))!.result;
      await storeAnswer(t.desk, { documentId: row.id, run: await runOf(row) }, { schema, jobId: 'job', raw: {}, result, unfitting: {} });
    },
  },
};

test('whatever is done to a document and whenever, its state goes only where the table says', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(fc.constantFrom(...Object.keys(OPERATIONS)), { minLength: 5, maxLength: 15 }),
      async (chosen, names) => {
        const { id, schemaId } = await insertReviewable(t.desk);
        // one whose schema nobody has chosen yet goes other ways
        if (!chosen)
          await t.desk.database.update(documents).set({ state: 'indexed', schemaId: null, schemaName: null }).where(eq(documents.id, id));
        for (const name of names) {
          const { event, run } = OPERATIONS[name]!;
          const before = await getDocumentRow(t.desk.database, id);
          const refusal = await run(before, schemaId).then(
            () => null,
            (error: unknown) => error,
          );
          const { state } = await getDocumentRow(t.desk.database, id);
          if (refusal !== null) expect(refusal).toBeInstanceOf(ProblemError);
          if (state === before.state) continue;
          expect(refusal).toBeNull();
          // a failure while its kind is sought leaves it to a person
          const events = name === 'fail' ? ([event, 'classified'] as const) : [event];
          expect(
            events.flatMap((one) => statesAfter(one, before.state)),
            `${name}: ${before.state} → ${state}`,
          ).toContain(state);
          seen.add(`${before.state} ${state}`);
        }
      },
    ),
    { numRuns: 25 },
  );
  // the walks were no idle ones
  expect(seen.size).toBeGreaterThan(8);
});

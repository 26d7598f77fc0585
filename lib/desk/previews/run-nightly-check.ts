import { eq } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { DeploymentError } from '#lib/deployment/deployment-error.ts';
import { HeldError } from '#lib/deployment/pace.ts';
import { now } from '#lib/platform/clock.ts';
import { logTrouble } from '#lib/platform/log-trouble.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import type { Desk, NightlyJob } from '../context/desk.ts';
import { documents } from '../documents/tables.ts';
import { checkDocument } from './check-document.ts';
import { TookTooLongError } from './extract-at.ts';
import { finishCheck } from './finish-check.ts';
import { isNightlyCheckOn } from './start-nightly-check.ts';
import { type CheckedDocument, type NightlyPlan, nightlyDocuments, nightlyRuns } from './tables.ts';

/** A run ends after so long, however far it came; schemas that were not checked are the first ones of the next run. */
const LONGEST_MS = 3 * 60 * 60_000;
/** The job is done in parts of so long. */
const PART_MS = 5 * 60_000;
const NEXT_PART_MS = 1_000;
/** After a deployment could not be asked, and after so many documents in a row took too long. */
const PAUSE_MS = 60_000;
const MOST_SLOW = 3;

type Run = typeof nightlyRuns.$inferSelect;
type Part = { signal: AbortSignal; pauseMs: number; endsAt: number; slow: number };

/**
 * Checks the documents of a run, one after the other. What is done is written down at once: a run that was cut off goes on with the next document.
 * While a deployment is away the run waits, and ends at last without a word about the documents it did not reach.
 * @param pauseScale by how much its pauses are shorter, for tests
 */
export async function runNightlyCheck(
  desk: Desk,
  { data, signal }: Pick<QueueJob<NightlyJob>, 'data' | 'signal'>,
  pauseScale = 1,
): Promise<Again | undefined> {
  const part: Part = { signal, pauseMs: Math.round(PAUSE_MS * pauseScale), endsAt: performance.now() + PART_MS, slow: 0 };
  for (;;) {
    signal.throwIfAborted();
    const [run] = await desk.database.select().from(nightlyRuns).where(eq(nightlyRuns.id, data.runId));
    if (!run || run.endedAt) return undefined;
    const outcome = await findEnd(desk, run);
    if (outcome) {
      await desk.database
        .update(nightlyRuns)
        .set({ endedAt: now(), outcome, plan: [], ...(outcome === 'done' ? { trouble: null } : {}) })
        .where(eq(nightlyRuns.id, run.id));
      return undefined;
    }
    if (performance.now() > part.endsAt) return { againInMs: NEXT_PART_MS };
    const [next] = run.plan;
    const [documentId] = next?.documentIds ?? [];
    if (next && documentId === undefined) await finishSchema(desk, run, next.schemaId);
    else if (next && documentId !== undefined) {
      const again = await checkNext(desk, run, { ...next, documentId }, part);
      if (again) return again;
    }
  }
}

async function findEnd(desk: Desk, { plan, startedAt, byName }: Run): Promise<NonNullable<Run['outcome']> | null> {
  if (plan.length === 0) return 'done';
  if (now().getTime() - startedAt.getTime() > LONGEST_MS) return 'late';
  return byName !== null || (await isNightlyCheckOn(desk.database)) ? null : 'off';
}

async function checkNext(
  desk: Desk,
  run: Run,
  of: { schemaId: string; documentId: string; approved: number },
  part: Part,
): Promise<Again | undefined> {
  const { schemaId, documentId } = of;
  const [known] = await desk.database.select().from(nightlyDocuments).where(eq(nightlyDocuments.documentId, documentId));
  const kept = known?.schemaId === schemaId ? known.kept : null;
  try {
    const checked = await checkDocument(desk, { ...of, kept }, part.signal);
    part.slow = 0;
    await saveChecked(desk, run, { schemaId, documentId, checked: { runId: run.id, ...checked } });
    return undefined;
  } catch (error) {
    if (error instanceof HeldError) return { againInMs: error.waitMs };
    if (part.signal.aborted || findOutage(error)) throw error;
    if (error instanceof ProblemError && !isItsOwn(error)) {
      // the documents of other schemas may be at another deployment
      const plan = [...run.plan.slice(1), ...run.plan.slice(0, 1)];
      await desk.database.update(nightlyRuns).set({ plan, trouble: error.message }).where(eq(nightlyRuns.id, run.id));
      return { againInMs: part.pauseMs };
    }
    // else one document that nobody thought of would hold up every night
    if (!(error instanceof ProblemError)) logTrouble(desk.log, 'an approved document could not be checked', error);
    const failure = error instanceof ProblemError ? error.message : 'Something went wrong on our side. The log has more.';
    const failed: CheckedDocument = { runId: run.id, failure, values: null, counts: [], compared: null };
    await saveChecked(desk, run, { schemaId, documentId, checked: failed });
    part.slow = error instanceof TookTooLongError ? part.slow + 1 : 0;
    return part.slow < MOST_SLOW ? undefined : { againInMs: part.pauseMs };
  }
}

/** Whether it is about the document at hand; else the next one would fare no better. */
function isItsOwn(error: ProblemError): boolean {
  if (!(error instanceof DeploymentError)) return true;
  return !error.temporary && [400, 404, 405, 409, 422].includes(error.remoteStatus ?? 0);
}

type Checked = { schemaId: string; documentId: string; checked: CheckedDocument };

async function saveChecked(desk: Desk, run: Run, { schemaId, documentId, checked }: Checked): Promise<void> {
  await desk.database.transaction(async (transaction) => {
    const [row] = await transaction.select({ id: documents.id }).from(documents).where(eq(documents.id, documentId)).for('key share');
    if (row) {
      const [known] = await transaction.select().from(nightlyDocuments).where(eq(nightlyDocuments.documentId, documentId));
      const strange = known && known.schemaId !== schemaId ? { kept: null, changes: [] } : {};
      await transaction
        .insert(nightlyDocuments)
        .values({ documentId, schemaId, checked })
        .onConflictDoUpdate({ target: nightlyDocuments.documentId, set: { schemaId, checked, ...strange } });
    }
    const plan: NightlyPlan = run.plan.map((one) =>
      one.schemaId === schemaId ? { ...one, documentIds: one.documentIds.filter((id) => id !== documentId) } : one,
    );
    await transaction
      .update(nightlyRuns)
      .set({ plan, done: run.done + 1, trouble: null })
      .where(eq(nightlyRuns.id, run.id));
  });
}

async function finishSchema(desk: Desk, run: Run, schemaId: string): Promise<void> {
  const accounts = (await desk.listAccounts?.()) ?? [];
  const admins = accounts.filter(({ active, role }) => active && role === 'admin').map(({ id }) => id);
  await desk.database.transaction(async (transaction) => {
    const [present] = await transaction.select().from(nightlyRuns).where(eq(nightlyRuns.id, run.id)).for('update');
    // another worker may have finished it, after this one was held for dead
    if (!present?.plan.some((one) => one.schemaId === schemaId)) return;
    await finishCheck(transaction, { runId: run.id, schemaId }, admins);
    const plan = present.plan.filter((one) => one.schemaId !== schemaId);
    await transaction.update(nightlyRuns).set({ plan }).where(eq(nightlyRuns.id, run.id));
  });
}

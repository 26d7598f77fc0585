import { eq } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import { withLock } from '#lib/platform/database/with-lock.ts';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { Desk } from '../context/desk.ts';
import { documents } from '../documents/tables.ts';
import { type DueExample, findDueExample } from './find-due-example.ts';
import { isSettled } from './is-settled.ts';
import { makeExample } from './make-example.ts';
import { taught } from './tables.ts';
import { takeBack } from './take-back.ts';
import { isSamePlace, isTurn, listTaught, type TaughtRow, takeTurn, takeTurnsOf } from './taught-rows.ts';
import { isForGood, tellLater } from './tell-later.ts';

/** More changes than this while they are told are left to the next run. */
const MOST_ROUNDS = 5;
const NEXT_RUN_MS = 1_000;

/**
 * Makes what deployments have of a document as an example what they should have: of an approved document its approved values, else
 * nothing. Looks again after each word to a deployment, so that it ends right whatever was decided meanwhile, whatever else ran at
 * the same time, and wherever an earlier run was cut off.
 * @param pauseScale by how much the pauses of an outage are shorter, for tests
 */
export function teachDocument(
  desk: Desk,
  job: QueueJob<{ documentId: string; isChecked?: true }>,
  pauseScale = 1,
): Promise<Again | undefined> {
  return tellLater(desk, job, pauseScale, async () => {
    const { documentId, isChecked } = job.data;
    // the approval is the one that was told, and there is more to say of it; once, or each run would undo what the one before has told
    if (isChecked && job.waitedMs === 0) await takeTurnsOf(desk.database, documentId);
    // jobs of one document at the same pace would take each other's turn for ever
    const told = await withLock(desk.database, 'teaching', documentId, () => teachUntilSettled(desk, documentId, job.signal));
    return told?.result ? undefined : { againInMs: Math.round(NEXT_RUN_MS * (0.5 + Math.random())) };
  });
}

/** @returns false when it changed too often meanwhile */
async function teachUntilSettled(desk: Desk, documentId: string, signal: AbortSignal): Promise<boolean> {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    // whoever decides about it now asked for this job, perhaps while it was still waiting: it must see what was decided
    await desk.database.select({ id: documents.id }).from(documents).where(eq(documents.id, documentId)).for('key share');
    const rows = await listTaught(desk.database, documentId);
    const due = await findDueExample(desk.database, documentId);
    const old = rows.find((row) => !due || !isSamePlace(row, due));
    const known = due ? rows.find((row) => isSamePlace(row, due)) : undefined;
    if (old) await takeBack(desk, old, signal);
    else if (!due || (known && isSettled(known, due.row.revision))) return true;
    else await teach(desk, due, known, signal);
  }
  return false;
}

/** Gives a document to its deployment as an example, and writes down what came of it, unless another one had a turn meanwhile. */
async function teach(desk: Desk, due: DueExample, known: TaughtRow | undefined, signal: AbortSignal): Promise<void> {
  const { row, schemaId, documentId } = due;
  const deployment = await desk.getDeployment(due.deploymentId);
  const turn = await takeTurn(desk.database, due);
  const outcome = await giveExample();
  const isNews = outcome.refused !== null && outcome.refused !== known?.refused;
  if (isNews) desk.log.warn('a deployment does not take an approved document as an example', { document: documentId, ...outcome });
  await desk.database.transaction(async (transaction) => {
    const mine = isTurn(due, turn);
    const settled = outcome.isOurs
      ? await transaction.update(taught).set({ revision: row.revision, at: now(), refused: outcome.refused }).where(mine).returning()
      : await transaction.delete(taught).where(mine).returning();
    if (settled.length === 0) await takeTurn(transaction, due);
    else if (outcome.isOurs && outcome.refused === null) {
      const detail = { deployment: deployment.name, schema_id: schemaId, schema_name: row.schemaName };
      await appendAudit(transaction, [{ actor: null, documentId, event: 'document.taught', detail }]);
    }
  });

  async function giveExample(): Promise<{ isOurs: boolean; refused: string | null }> {
    const example = await makeExample(desk.database, due);
    if (!example) return { isOurs: true, refused: 'no_values' };
    try {
      return { isOurs: await deployment.client.saveExample(due.remoteSchemaId, example, { signal }), refused: null };
    } catch (error) {
      if (!isForGood(error)) throw error;
      return { isOurs: true, refused: error.code };
    }
  }
}

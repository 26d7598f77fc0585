import { and, desc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import { appendAudit } from '../audit/append-audit.ts';
import type { ConnectedDeployment, Desk } from '../context/desk.ts';
import { sendTeach } from '../context/send-teach.ts';
import { deployments } from '../deployments/tables.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import { qualitySamples } from '../documents/quality-samples/tables.ts';
import { documents, submissions } from '../documents/tables.ts';
import { findSchemaSettings } from '../schemas/schema-settings-row.ts';
import { importedExamples, schemaSettings, schemas } from '../schemas/tables.ts';
import { IS_FORGOTTEN, TEACHES } from './find-due-example.ts';
import { forgetImported } from './forget-imported.ts';
import { isSettled } from './is-settled.ts';
import { listPlaces } from './list-places.ts';
import { taught } from './tables.ts';
import { KEPT_COPY, TAUGHT_DEPLOYMENT, TAUGHT_DOCUMENT } from './taught-place.ts';
import { isTurn, type TaughtRow, takeTurns } from './taught-rows.ts';
import { isForbiddenThere, isUnknownThere, tellLater } from './tell-later.ts';

/** Of older documents a schema learns so many, the newest. */
const MOST_BEFORE = 500;
/** Milliseconds from one of them to the next: people's work goes first. */
const SPACING_MS = 500;
const AT_ONCE = 500;

/**
 * Makes what deployments have of a schema fit to whether it learns: gives them the newest approved documents that they do not have yet,
 * or, if it does not learn, has them forget all, also what others gave them. Asks for a job for each document, so that it may be
 * repeated at any time. `forgetsAll`: all is forgotten, and only what was approved since is taught.
 */
export function teachSchema(
  desk: Desk,
  job: QueueJob<{ schemaId: string; forgetsAll?: true }>,
  pauseScale = 1,
): Promise<Again | undefined> {
  const { schemaId, forgetsAll } = job.data;
  return tellLater(desk, job, pauseScale, async () => {
    // whoever saves its settings now asked for this job, perhaps while it was still waiting: it must see what was saved
    const [schema] = await desk.database.select().from(schemas).where(eq(schemas.id, schemaId)).for('key share');
    if (schema?.removedAt) return forgetImported(desk, schemaId, job.signal);
    const settings = await findSchemaSettings(desk.database, schemaId);
    const learns = settings?.learnFromApprovals !== false;
    if (forgetsAll || settings?.isForgetting || !learns) {
      await forgetOthers(desk, schemaId, job.signal);
      await takeAllBack(desk, schemaId, learns ? 'forgotten' : 'learning_off', job.signal);
      await forgetImported(desk, schemaId, job.signal);
      await settleForgetting(desk, schemaId, settings?.forgottenAt ?? null);
    }
    if (learns) await teachBefore(desk, schemaId);
    return undefined;
  });
}

/** Asks that every schema with approved documents is looked at once: for those of an earlier version, and for jobs that were lost. */
export async function teachAll(desk: Desk): Promise<void> {
  const approved = desk.database.selectDistinct({ id: documents.schemaId }).from(documents).where(eq(documents.state, 'approved'));
  const known = desk.database.selectDistinct({ id: taught.schemaId }).from(taught);
  const imported = desk.database.selectDistinct({ id: importedExamples.schemaId }).from(importedExamples);
  for (const schemaId of new Set([...(await approved), ...(await known), ...(await imported)].map(({ id }) => id))) {
    if (schemaId !== null) await sendTeach(desk, { schemaId }, { later: 0 });
  }
}

/** From now on memory may be imported again, unless more was to be forgotten meanwhile. */
async function settleForgetting(desk: Desk, schemaId: string, forgottenAt: Date | null): Promise<void> {
  if (forgottenAt === null) return;
  await desk.database
    .update(schemaSettings)
    .set({ isForgetting: false })
    .where(and(eq(schemaSettings.schemaId, schemaId), eq(schemaSettings.forgottenAt, forgottenAt)));
}

async function teachBefore(desk: Desk, schemaId: string): Promise<void> {
  const isThere = and(
    eq(taught.documentId, documents.id),
    eq(taught.deploymentId, TAUGHT_DEPLOYMENT),
    eq(taught.remoteDocumentId, TAUGHT_DOCUMENT),
    eq(taught.schemaId, documents.schemaId),
  );
  const newest = await desk.database
    .select({ id: documents.id, revision: documents.revision, known: taught, lookedAt: qualitySamples.lookedAt })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
    .leftJoin(schemaSettings, eq(schemaSettings.schemaId, documents.schemaId))
    .leftJoin(comparisonCopies, KEPT_COPY)
    .leftJoin(taught, isThere)
    .leftJoin(qualitySamples, eq(qualitySamples.documentId, documents.id))
    .where(and(eq(documents.schemaId, schemaId), TEACHES))
    .orderBy(sql`${documents.approvedAt} desc nulls last`, desc(documents.id))
    .limit(MOST_BEFORE);
  const due = newest.flatMap(({ id, known, revision, lookedAt }): { documentId: string; isChecked?: true }[] => {
    if (!known || !isSettled(known, revision)) return [{ documentId: id }];
    // checked as a sample since it was told
    return lookedAt && known.at && lookedAt >= known.at ? [{ documentId: id, isChecked: true }] : [];
  });
  // what stands there although it should not
  const stale = await desk.database
    .selectDistinct({ id: taught.documentId })
    .from(taught)
    .innerJoin(documents, eq(documents.id, taught.documentId))
    .leftJoin(schemaSettings, eq(schemaSettings.schemaId, documents.schemaId))
    .where(
      and(
        eq(taught.schemaId, schemaId),
        or(ne(documents.state, 'approved'), sql`${documents.schemaId} is distinct from ${schemaId}`, IS_FORGOTTEN),
      ),
    )
    .limit(MOST_BEFORE);
  const jobs = [...stale.map(({ id }) => ({ documentId: id })), ...due];
  for (const [index, job] of jobs.entries()) await sendTeach(desk, job, { later: index * SPACING_MS });
}

/** Has deployments forget a schema that have nothing of the desk itself. What is given to them meanwhile is found by `takeAllBack`. */
async function forgetOthers(desk: Desk, schemaId: string, signal: AbortSignal): Promise<void> {
  for (const { deploymentId, remoteSchemaId, isTaught } of await listPlaces(desk.database, schemaId)) {
    if (!isTaught) await removeAll(desk, await desk.getDeployment(deploymentId), remoteSchemaId, [], signal);
  }
}

/** @param documentIds as the deployment calls them: of the desk's own examples, which it may take back with a key that may not forget all */
async function removeAll(
  desk: Desk,
  { name, client }: ConnectedDeployment,
  remoteSchemaId: string,
  documentIds: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  try {
    await client.removeExamples(remoteSchemaId, {}, { signal });
  } catch (error) {
    if (isUnknownThere(error)) return;
    if (!isForbiddenThere(error)) throw error;
    desk.log.warn('a deployment does not let the desk forget what others gave it', { deployment: name, schema: remoteSchemaId });
    for (const documentId of documentIds) {
      await client.removeExamples(remoteSchemaId, { documentId }, { signal }).catch((refusal) => {
        if (!isUnknownThere(refusal)) throw refusal;
      });
    }
  }
}

/** @param reason as the history has it */
async function takeAllBack(desk: Desk, schemaId: string, reason: 'learning_off' | 'forgotten', signal: AbortSignal): Promise<void> {
  for (;;) {
    const [first] = await desk.database.select().from(taught).where(eq(taught.schemaId, schemaId)).limit(1);
    if (!first) return;
    const { deploymentId, remoteSchemaId } = first;
    const place = and(eq(taught.schemaId, schemaId), eq(taught.deploymentId, deploymentId), eq(taught.remoteSchemaId, remoteSchemaId));
    const chosen = await desk.database.select().from(taught).where(place).orderBy(taught.documentId).limit(AT_ONCE);
    const deployment = await desk.getDeployment(deploymentId);
    const ids = chosen.map(({ documentId }) => documentId);
    // whoever is teaching one of them just now must find that it was taken back
    const rows = await takeTurns(desk.database, first, ids);
    if (rows.length === 0) continue;
    const remoteIds = rows.map(({ remoteDocumentId }) => remoteDocumentId);
    await removeAll(desk, deployment, remoteSchemaId, remoteIds, signal);
    const left = await settleTakenBack(desk, rows, { deployment: deployment.name, reason });
    // whoever had a turn meanwhile looks again, and finds that the schema does not learn, or what is to be forgotten
    for (const documentId of left) await sendTeach(desk, { documentId });
    if (left.length === rows.length) return;
  }
}

/** @returns ids of documents that another one had a turn with meanwhile */
async function settleTakenBack(desk: Desk, rows: readonly TaughtRow[], said: { deployment: string; reason: string }): Promise<string[]> {
  return desk.database.transaction(async (transaction) => {
    const documentIds = rows.map(({ documentId }) => documentId);
    const gone = await transaction
      .delete(taught)
      .where(and(inArray(taught.documentId, documentIds), or(...rows.map((row) => isTurn(row, row.turn)))))
      .returning();
    const isGone = new Set(gone.map(({ documentId }) => documentId));
    await appendAudit(
      transaction,
      gone
        .filter(({ at, refused }) => at !== null && refused === null)
        .map(({ documentId, schemaId }) => {
          return { actor: null, documentId, event: 'document.untaught', detail: { ...said, schema_id: schemaId } };
        }),
    );
    return documentIds.filter((id) => !isGone.has(id));
  });
}

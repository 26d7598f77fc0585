import { and, asc, count, desc, eq, gte, isNull, max, notInArray, sql } from 'drizzle-orm';
import { FEWEST_CHECKED } from '#lib/contract/desk/insights/nightly-check.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { deployments } from '../deployments/tables.ts';
import { documents, submissions } from '../documents/tables.ts';
import { schemas } from '../schemas/tables.ts';
import { isApprovedHere } from './approved-here.ts';
import { type NightlyPlan, nightlyChecks } from './tables.ts';

/** Documents of a schema: those approved last, and some that stay the same from night to night, whatever else is approved. */
const [NEWEST, LASTING] = [10, 20];
/** Documents of one run. Schemas that find no room have their turn in the next ones. */
const MOST_DOCUMENTS = 300;

/** What a run checks: schemas with enough documents that people approved, those whose last check is oldest first. */
export async function planNight(executor: Executor): Promise<NightlyPlan> {
  const lastCheck = executor
    .select({ schemaId: nightlyChecks.schemaId, at: max(nightlyChecks.at).as('at') })
    .from(nightlyChecks)
    .groupBy(nightlyChecks.schemaId)
    .as('last_check');
  const due = await executor
    .select({ schemaId: schemas.id, approved: count() })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
    .innerJoin(schemas, eq(schemas.id, documents.schemaId))
    .leftJoin(lastCheck, eq(lastCheck.schemaId, schemas.id))
    .where(and(isApprovedHere, isNull(schemas.removedAt)))
    .groupBy(schemas.id, lastCheck.at)
    .having(gte(count(), FEWEST_CHECKED))
    .orderBy(sql`${lastCheck.at} asc nulls first`, asc(schemas.id));
  const plan: NightlyPlan = [];
  let left = MOST_DOCUMENTS;
  for (const { schemaId, approved } of due) {
    if (left < FEWEST_CHECKED) break;
    const documentIds = (await chooseDocuments(executor, schemaId)).slice(0, left);
    left -= documentIds.length;
    plan.push({ schemaId, approved, documentIds });
  }
  return plan;
}

/** The lasting ones first: each night is compared with the one before on the same documents. */
async function chooseDocuments(executor: Executor, schemaId: string): Promise<string[]> {
  const ofSchema = and(eq(documents.schemaId, schemaId), isApprovedHere);
  const select = () =>
    executor
      .select({ id: documents.id })
      .from(documents)
      .innerJoin(submissions, eq(submissions.documentId, documents.id))
      .innerJoin(deployments, eq(deployments.id, submissions.deploymentId));
  const lasting = await select().where(ofSchema).orderBy(sql`md5(${documents.id}::text)`).limit(LASTING);
  const ids = lasting.map(({ id }) => id);
  const newest = await select()
    .where(and(ofSchema, notInArray(documents.id, ids)))
    .orderBy(desc(documents.approvedAt))
    .limit(NEWEST);
  return [...ids, ...newest.map(({ id }) => id)];
}

/** Of the schemas that are not removed, the one with most documents that could be checked; null where no document could be. */
export async function findClosest(executor: Executor): Promise<{ schemaName: string; documents: number } | null> {
  const [found] = await executor
    .select({ schemaName: schemas.name, documents: count() })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
    .innerJoin(schemas, eq(schemas.id, documents.schemaId))
    .where(and(isApprovedHere, isNull(schemas.removedAt)))
    .groupBy(schemas.id)
    .orderBy(desc(count()))
    .limit(1);
  return found ?? null;
}

/** When the first of the documents was approved that could be checked; null where none could be. */
export async function findFirstApproval(executor: Executor): Promise<Date | null> {
  const [found] = await executor
    .select({ at: documents.approvedAt })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
    .where(isApprovedHere)
    .orderBy(asc(documents.approvedAt))
    .limit(1);
  return found?.at ?? null;
}

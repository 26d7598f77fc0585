import { and, desc, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { DocumentClass } from '#lib/contract/service/classification-job.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { Desk } from '../context/desk.ts';
import { documents, submissions } from '../documents/tables.ts';
import type { Followed } from '../jobs/followed.ts';
import { schemas, schemaVersions } from '../schemas/tables.ts';
import { classifications } from './tables.ts';

const MOST_CLASSES = 200;
const EXAMPLES_EACH = 8;
/** Every example is compared with, so that there are fewer of each class where there are many classes. */
const MOST_EXAMPLES = 60;
const MAX_NAME = 120;

export type Classification = typeof classifications.$inferSelect;

/**
 * The classes that a document is compared with: all schemas of the desk, and as examples what people approved last with
 * each. Recorded before they are asked for, so that asking again after a crash is the same request.
 * @param withExamples the deployment can compare with documents it has
 */
export async function chooseClasses(
  desk: Desk,
  { row, submission, deployment }: Pick<Followed, 'row' | 'submission' | 'deployment'>,
  withExamples: boolean,
): Promise<Classification> {
  const { run } = submission;
  const [known] = await desk.database.select().from(classifications).where(eq(classifications.documentId, row.id));
  if (known?.run === run) return known;
  const found = await listNewest(desk.database);
  const examples = withExamples
    ? await listExamples(
        desk.database,
        deployment.id,
        row.id,
        found.map(({ id }) => id),
      )
    : new Map<string, string[]>();
  const names = new Set<string>();
  const classes = found.map(({ id, name, description }): DocumentClass => {
    return { name: unused(name, names), description, keywords: [], examples: examples.get(id) ?? [] };
  });
  const columns = { run, classes, schemas: found.map(({ id, name }) => ({ id, name })), result: null, reason: null, at: now() };
  const [saved] = await desk.database
    .insert(classifications)
    .values({ documentId: row.id, ...columns })
    .onConflictDoUpdate({
      target: classifications.documentId,
      set: columns,
      setWhere: sql`${classifications.run} < excluded.run`,
    })
    .returning();
  if (saved) return saved;
  const [newer] = await desk.database.select().from(classifications).where(eq(classifications.documentId, row.id));
  return newer!;
}

async function listNewest(executor: Executor): Promise<{ id: string; name: string; description: string }[]> {
  const rows = await executor
    .select({ id: schemas.id, name: schemas.name, draft: schemaVersions.draft })
    .from(schemas)
    .innerJoin(schemaVersions, and(eq(schemaVersions.schemaId, schemas.id), eq(schemaVersions.version, schemas.version)))
    .where(isNull(schemas.removedAt))
    .orderBy(desc(schemas.updatedAt), schemas.id)
    .limit(MOST_CLASSES);
  return rows.map(({ id, name, draft }) => ({ id, name, description: draft.description }));
}

/**
 * Documents at a deployment that people approved last with each schema, as the deployment calls them. None unless half
 * of the schemas have some: a document of a kind without examples would be drawn to those that have.
 */
async function listExamples(executor: Executor, deploymentId: string, besides: string, ids: string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (ids.length === 0) return found;
  const each = Math.max(1, Math.min(EXAMPLES_EACH, Math.floor(MOST_EXAMPLES / ids.length)));
  const approved = executor
    .select({
      schemaId: documents.schemaId,
      remoteId: submissions.remoteDocumentId,
      place: sql<number>`row_number() over (partition by ${documents.schemaId} order by ${documents.approvedAt} desc)`.as('place'),
    })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .where(
      and(
        eq(documents.state, 'approved'),
        // nobody said that it is one of them
        eq(documents.approvedAutomatically, false),
        inArray(documents.schemaId, ids),
        ne(documents.id, besides),
        eq(submissions.deploymentId, deploymentId),
        isNotNull(submissions.remoteDocumentId),
      ),
    )
    .as('approved');
  const rows = await executor.select().from(approved).where(sql`${approved.place} <= ${each}`);
  for (const { schemaId, remoteId } of rows) {
    if (schemaId === null || !z.uuid().safeParse(remoteId).success) continue;
    found.set(schemaId, [...(found.get(schemaId) ?? []), remoteId!]);
  }
  return found.size * 2 >= ids.length ? found : new Map();
}

/** The name, told apart from those before it: two schemas may be called the same, two classes may not. */
function unused(name: string, names: Set<string>): string {
  for (let count = 1; ; count += 1) {
    const end = count === 1 ? '' : ` (${count})`;
    const candidate = `${name.slice(0, MAX_NAME - end.length)}${end}`;
    if (names.has(candidate)) continue;
    names.add(candidate);
    return candidate;
  }
}

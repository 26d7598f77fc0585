import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';
import { taught } from './tables.ts';

export type TaughtRow = typeof taught.$inferSelect;
/** A document as an example of a schema at a deployment. */
export type ExamplePlace = Pick<TaughtRow, 'documentId' | 'deploymentId' | 'remoteDocumentId' | 'remoteSchemaId'>;

export function isSamePlace(a: ExamplePlace, b: ExamplePlace): boolean {
  return a.deploymentId === b.deploymentId && a.remoteDocumentId === b.remoteDocumentId && a.remoteSchemaId === b.remoteSchemaId;
}

/** All places where a document is an example, or may be. */
export async function listTaught(executor: Executor, documentId: string): Promise<TaughtRow[]> {
  return executor.select().from(taught).where(eq(taught.documentId, documentId));
}

/**
 * Writes down that a deployment is about to be told something of a document, before it is. Whoever finds afterwards that another one
 * had a turn meanwhile (`isTurn` finds no row) cannot know whose word came last, and takes another turn.
 * @returns the turn
 */
export async function takeTurn(executor: Executor, place: ExamplePlace & Pick<TaughtRow, 'schemaId'>): Promise<number> {
  const { documentId, deploymentId, remoteDocumentId, remoteSchemaId, schemaId } = place;
  const [row] = await executor
    .insert(taught)
    .values({ documentId, deploymentId, remoteDocumentId, remoteSchemaId, schemaId })
    .onConflictDoUpdate({
      target: [taught.documentId, taught.deploymentId, taught.remoteDocumentId, taught.remoteSchemaId],
      set: { revision: null, turn: sql`${taught.turn} + 1` },
    })
    .returning({ turn: taught.turn });
  return row!.turn;
}

/**
 * Takes a turn for several documents that are examples of one schema at one deployment.
 * @returns the rows that are there, with their new turns
 */
export async function takeTurns(
  executor: Executor,
  { schemaId, deploymentId, remoteSchemaId }: Pick<TaughtRow, 'schemaId' | 'deploymentId' | 'remoteSchemaId'>,
  documentIds: readonly string[],
): Promise<TaughtRow[]> {
  return executor
    .update(taught)
    .set({ revision: null, turn: sql`${taught.turn} + 1` })
    .where(
      and(
        inArray(taught.documentId, documentIds),
        eq(taught.schemaId, schemaId),
        eq(taught.deploymentId, deploymentId),
        eq(taught.remoteSchemaId, remoteSchemaId),
      ),
    )
    .returning();
}

/** As `takeTurn`, for all places where a document is an example, or may be: what they were told of it is out of date. */
export async function takeTurnsOf(executor: Executor, documentId: string): Promise<void> {
  await executor
    .update(taught)
    .set({ revision: null, turn: sql`${taught.turn} + 1` })
    .where(eq(taught.documentId, documentId));
}

/**
 * As `takeTurn`, for whoever takes an example back. A row that is gone stays gone: another one took the example back, and one that gives
 * it at this moment writes that down itself.
 * @returns the row with its new turn, null where there is none
 */
export async function takeTurnAgain(executor: Executor, place: ExamplePlace): Promise<TaughtRow | null> {
  const [row] = await executor
    .update(taught)
    .set({ revision: null, turn: sql`${taught.turn} + 1` })
    .where(isAt(place))
    .returning();
  return row ?? null;
}

/** The row of a place, unless another one had a turn since. */
export function isTurn(place: ExamplePlace, turn: number): SQL | undefined {
  return and(isAt(place), eq(taught.turn, turn));
}

function isAt(place: ExamplePlace): SQL | undefined {
  return and(
    eq(taught.documentId, place.documentId),
    eq(taught.deploymentId, place.deploymentId),
    eq(taught.remoteDocumentId, place.remoteDocumentId),
    eq(taught.remoteSchemaId, place.remoteSchemaId),
  );
}

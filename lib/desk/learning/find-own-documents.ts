import { eq, sql } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';
import { knownThere } from '../documents/copies/known-there.ts';
import { documents } from '../documents/tables.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { IS_FORGOTTEN } from './find-due-example.ts';

/** Ids of documents in one statement. */
const AT_ONCE = 500;

/** What the desk has of an example's document. */
export type OwnDocument = { id: string; hasPicture: boolean; isForgotten: boolean };
/** The documents of the desk behind examples, by their ids at the deployment, or those of their copies there. */
export async function findOwnDocuments(
  executor: Executor,
  deploymentId: string,
  remoteIds: readonly string[],
): Promise<Map<string, OwnDocument>> {
  const own = new Map<string, OwnDocument>();
  for (let at = 0; at < remoteIds.length; at += AT_ONCE) {
    const known = knownThere(executor, deploymentId, remoteIds.slice(at, at + AT_ONCE));
    const rows = await executor
      .select({
        remoteId: known.remoteId,
        id: documents.id,
        pagesRead: documents.pagesRead,
        isApproved: sql<boolean>`${documents.state} = 'approved'`,
        isForgotten: IS_FORGOTTEN,
      })
      .from(known)
      .innerJoin(documents, eq(documents.id, known.documentId))
      .leftJoin(schemaSettings, eq(schemaSettings.schemaId, documents.schemaId));
    for (const { remoteId, id, pagesRead, isApproved, isForgotten } of rows) {
      // what is not approved any more is being taken back
      if (remoteId !== null) own.set(remoteId, { id, hasPicture: pagesRead > 0, isForgotten: !isApproved || isForgotten === true });
    }
  }
  return own;
}

import { eq } from 'drizzle-orm';
import type { Desk } from '../context/desk.ts';
import { importedExamples } from '../schemas/tables.ts';
import { removeImportedNames } from './imported-names.ts';
import { isUnknownThere } from './tell-later.ts';

type Row = typeof importedExamples.$inferSelect;
type Place = Pick<Row, 'deploymentId' | 'remoteSchemaId'>;

/** Names that are removed in one statement. */
const AT_ONCE = 500;

/**
 * Has deployments forget what was imported for a schema; what is gone there already is no error. Where more is left there it is forgotten one
 * by one, as a key may that may not forget all. The names go with it, so that whoever is interrupted goes on where it was.
 */
export async function forgetImported(desk: Desk, schemaId: string, signal: AbortSignal): Promise<undefined> {
  const rows = await desk.database.select().from(importedExamples).where(eq(importedExamples.schemaId, schemaId));
  for (const { place, ids } of byPlace(rows)) {
    if (await isAnyLeft(desk, place, signal)) await forgetOneByOne(desk, place, ids, signal);
    for (let at = 0; at < ids.length; at += AT_ONCE) await removeImportedNames(desk.database, place, ids.slice(at, at + AT_ONCE));
  }
}

function byPlace(rows: readonly Row[]): { place: Place; ids: string[] }[] {
  const places = new Map<string, { place: Place; ids: string[] }>();
  for (const row of rows) {
    const key = JSON.stringify([row.deploymentId, row.remoteSchemaId]);
    const known = places.get(key) ?? { place: row, ids: [] };
    known.ids.push(row.remoteDocumentId);
    places.set(key, known);
  }
  return [...places.values()];
}

async function isAnyLeft(desk: Desk, { deploymentId, remoteSchemaId }: Place, signal: AbortSignal): Promise<boolean> {
  const { client } = await desk.getDeployment(deploymentId);
  const page = await client.listExamples(remoteSchemaId, undefined, { limit: 1, signal }).catch((error) => {
    if (isUnknownThere(error)) return null;
    throw error;
  });
  return (page?.items.length ?? 0) > 0;
}

async function forgetOneByOne(desk: Desk, place: Place, ids: readonly string[], signal: AbortSignal): Promise<void> {
  const { client } = await desk.getDeployment(place.deploymentId);
  for (const documentId of ids) {
    signal.throwIfAborted();
    await client.removeExamples(place.remoteSchemaId, { documentId }, { signal }).catch((error) => {
      if (!isUnknownThere(error)) throw error;
    });
    await removeImportedNames(desk.database, place, [documentId]);
  }
}

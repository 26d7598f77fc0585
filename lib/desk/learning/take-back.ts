import { appendAudit } from '../audit/append-audit.ts';
import type { Desk } from '../context/desk.ts';
import { taught } from './tables.ts';
import { isTurn, type TaughtRow, takeTurnAgain } from './taught-rows.ts';
import { isUnknownThere } from './tell-later.ts';

/**
 * Takes an example back from where it is. Where the deployment does not know it any more, or never did, there is nothing to do; nor where
 * another job took it back meanwhile.
 */
export async function takeBack(desk: Desk, place: TaughtRow, signal: AbortSignal): Promise<void> {
  const { documentId, remoteDocumentId, remoteSchemaId } = place;
  const deployment = await desk.getDeployment(place.deploymentId);
  const known = await takeTurnAgain(desk.database, place);
  if (!known) return;
  await deployment.client.removeExamples(remoteSchemaId, { documentId: remoteDocumentId }, { signal }).catch((error) => {
    if (!isUnknownThere(error)) throw error;
  });
  await desk.database.transaction(async (transaction) => {
    const gone = await transaction.delete(taught).where(isTurn(known, known.turn)).returning();
    if (gone.length === 0) await takeTurnAgain(transaction, known);
    else if (known.at && known.refused === null) {
      const detail = { deployment: deployment.name, schema_id: known.schemaId };
      await appendAudit(transaction, [{ actor: null, documentId, event: 'document.untaught', detail }]);
    }
  });
}

import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ImportedPart } from '#lib/contract/desk/memory-file.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { ExportedExample, ImportedMemory, ImportOutcome } from '#lib/contract/service/memory.ts';
import { now } from '#lib/platform/clock.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, ConnectedDeployment, Desk } from '../../context/desk.ts';
import { sendTeach } from '../../context/send-teach.ts';
import { deploySchema } from '../../schemas/deploy-schema.ts';
import { findRemoteSchemaId } from '../../schemas/find-remote-schema-id.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { findSchemaSettings } from '../../schemas/schema-settings-row.ts';
import { importedExamples } from '../../schemas/tables.ts';
import { refuseHeld } from '../ask-examples.ts';
import { isUnknownThere } from '../tell-later.ts';

/** Where memory is imported: the deployment that new documents are sent to, and how that calls the schema. */
type Place = { deployment: ConnectedDeployment; remoteSchemaId: string; isTold: boolean };

/**
 * Imports a part of a memory file at the deployment that new documents are sent to. It may be repeated: an example takes the place of the
 * one of the same document.
 * @throws ProblemError `not_found` for an unknown schema; `conflict` where the schema does not learn, or the deployment takes no memory;
 * `invalid_request` for lessons of another version; what `DeploymentError` says where the deployment cannot be asked
 */
export async function importMemory(
  desk: Desk,
  actor: NonNullable<Actor>,
  schemaId: string,
  examples: readonly ExportedExample[],
): Promise<ImportedPart> {
  const schema = await getCurrentSchema(desk.database, schemaId);
  const before = await findSchemaSettings(desk.database, schemaId);
  if (before?.learnFromApprovals === false)
    throw new ProblemError('conflict', `“${schema.name}” does not learn from approvals. Switch that on in its settings, then import.`);
  const place = await findPlace(desk, schema);
  const { deployment } = place;
  await saveNames(desk, schema, place, examples);
  const { outcomes } = await sendExamples(desk, schema, place, examples);
  const count = (wanted: ImportOutcome) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const counts = { imported: count('imported'), known: count('known'), unusable: count('unusable') };
  await desk.database.transaction(async (transaction) => {
    const others = outcomes.filter(({ outcome }) => outcome !== 'imported').map(({ document_id }) => document_id);
    if (others.length > 0) await transaction.delete(importedExamples).where(whichAre(place, others));
    const about = { deployment: deployment.name, schema_id: schema.id, schema_name: schema.name };
    await appendAudit(transaction, [{ actor, event: 'schema.memory_imported', detail: { ...about, ...counts } }]);
  });
  await forgetIfSaid(desk, schemaId, before?.forgottenAt ?? null);
  return { deployment: { id: deployment.id, name: deployment.name }, ...counts };
}

async function findPlace(desk: Desk, schema: Schema): Promise<Place> {
  const deployment = await desk.present();
  const isOurs = deployment.embedded || (deployment.ours ?? (await deployment.client.isOurs().catch(refuseHeld)));
  if (!isOurs)
    throw new ProblemError(
      'conflict',
      `New documents are sent to “${deployment.name}”, which is no Countersign service and takes no memory.`,
    );
  const told = deployment.embedded ? null : await findRemoteSchemaId(desk.database, deployment.id, schema.id);
  return { deployment, remoteSchemaId: told ?? schema.id, isTold: told !== null };
}

function whichAre({ deployment, remoteSchemaId }: Place, documentIds: readonly string[]) {
  return and(
    eq(importedExamples.deploymentId, deployment.id),
    eq(importedExamples.remoteSchemaId, remoteSchemaId),
    inArray(importedExamples.remoteDocumentId, [...documentIds]),
  );
}

/** Written before the deployment is given the examples: what it has is known here, however the request ends. */
async function saveNames(desk: Desk, schema: Schema, { deployment, remoteSchemaId }: Place, examples: readonly ExportedExample[]) {
  const unique = new Map(examples.map((example) => [example.document_id, example]));
  const rows = [...unique.values()].map((example) => ({
    deploymentId: deployment.id,
    remoteSchemaId,
    remoteDocumentId: example.document_id,
    schemaId: schema.id,
    documentName: example.document_name,
    approvedBy: example.approved_by,
    approvedAt: example.approved_at === null ? null : new Date(example.approved_at),
    importedAt: now(),
  }));
  await desk.database
    .insert(importedExamples)
    .values(rows.sort((a, b) => (a.remoteDocumentId < b.remoteDocumentId ? -1 : 1)))
    .onConflictDoUpdate({
      target: [importedExamples.deploymentId, importedExamples.remoteSchemaId, importedExamples.remoteDocumentId],
      set: {
        documentName: sql`excluded.document_name`,
        approvedBy: sql`excluded.approved_by`,
        approvedAt: sql`excluded.approved_at`,
        importedAt: sql`excluded.imported_at`,
      },
    });
}

async function sendExamples(
  desk: Desk,
  schema: Schema,
  { deployment, remoteSchemaId, isTold }: Place,
  examples: readonly ExportedExample[],
): Promise<ImportedMemory> {
  const send = () => deployment.client.importMemory(remoteSchemaId, examples);
  if (!isTold) await deploySchema(desk.database, deployment, schema).catch(refuseHeld);
  const sent = await send().catch(async (error) => {
    if (!isUnknownThere(error)) return refuseHeld(error);
    // the deployment may have lost the schema it was once given
    if (!isTold && (await deploySchema(desk.database, deployment, schema, { anew: true }).catch(refuseHeld)))
      return send().catch((again) => (isUnknownThere(again) ? null : refuseHeld(again)));
    return null;
  });
  if (sent) return sent;
  throw new ProblemError('conflict', `“${deployment.name}” runs an earlier version, which takes no memory. Update it.`);
}

/** Whoever had all forgotten, or switched learning off, while the deployment was given the examples, meant these, too. */
async function forgetIfSaid(desk: Desk, schemaId: string, forgottenBefore: Date | null): Promise<void> {
  const after = await findSchemaSettings(desk.database, schemaId);
  const isForgotten = (after?.forgottenAt?.getTime() ?? null) !== (forgottenBefore?.getTime() ?? null);
  if (isForgotten) await sendTeach(desk, { schemaId, forgetsAll: true });
  else if (after?.learnFromApprovals === false) await sendTeach(desk, { schemaId });
}

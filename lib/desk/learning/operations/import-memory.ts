import { and, eq, isNull } from 'drizzle-orm';
import type { ImportedPart, MemoryPart } from '#lib/contract/desk/schemas/memory-file.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { ExportedExample, ImportedMemory, ImportOutcome } from '#lib/contract/service/memory.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, ConnectedDeployment, Desk } from '../../context/desk.ts';
import { sendTeach } from '../../context/send-teach.ts';
import { deploySchema } from '../../schemas/deploy-schema.ts';
import { findRemoteSchemaId } from '../../schemas/find-remote-schema-id.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { findSchemaSettings } from '../../schemas/schema-settings-row.ts';
import { schemas } from '../../schemas/tables.ts';
import { refuseHeld } from '../ask-examples.ts';
import { addImportedNames, type ImportPlace, removeImportedNames, saveImportedNames } from '../imported-names.ts';
import { requireLearning } from '../require-learning.ts';
import { isForGood, isUnknownThere } from '../tell-later.ts';

/** The deployment that new documents are sent to. `isTold`: a person told how it calls the schema. */
type Place = ImportPlace & { deployment: ConnectedDeployment; isTold: boolean };

/**
 * Imports a part of a memory file at the deployment that new documents are sent to. It may be repeated: an example takes the place of the
 * one of the same document.
 * @throws ProblemError `not_found` for an unknown schema; `conflict` where the schema does not learn, what it has learned is being
 * forgotten, or the deployment takes no memory; `invalid_request` for lessons of another version; what `DeploymentError` says where the
 * deployment cannot be asked
 */
export async function importMemory(
  desk: Desk,
  actor: NonNullable<Actor>,
  schemaId: string,
  { examples, file }: MemoryPart,
): Promise<ImportedPart> {
  const schema = await getCurrentSchema(desk.database, schemaId);
  const before = await requireLearning(desk.database, schema);
  const place = await findPlace(desk, schema);
  const { deployment } = place;
  const about = { deployment: deployment.name, schema_id: schema.id, schema_name: schema.name, ...(file ? { file } : {}) };
  const record = (detail: object) =>
    desk.database.transaction((tx) => appendAudit(tx, [{ actor, event: 'schema.memory_imported', detail: { ...about, ...detail } }]));
  const { deploymentId, remoteSchemaId } = place;
  const kept = { schemaId, deploymentId, remoteSchemaId };
  const added = await addImportedNames(desk.database, kept, examples);
  try {
    const { outcomes } = await sendExamples(desk, schema, place, examples);
    const of = (wanted: ImportOutcome) => new Set(outcomes.filter(({ outcome }) => outcome === wanted).map((one) => one.document_id));
    const [imported, known, unusable] = [of('imported'), of('known'), of('unusable')];
    await saveImportedNames(
      desk.database,
      kept,
      examples.filter(({ document_id }) => imported.has(document_id)),
    );
    await removeImportedNames(desk.database, kept, [...known, ...unusable]);
    const counts = { imported: imported.size, known: known.size, unusable: unusable.size };
    await record(counts);
    return { deployment: { id: deployment.id, name: deployment.name }, ...counts };
  } catch (error) {
    const isRefused = isForGood(error) || (error instanceof ProblemError && error.code === 'conflict');
    if (isRefused) await removeImportedNames(desk.database, kept, added);
    // the deployment may have taken them all the same
    else await record({ perhaps_imported: examples.length });
    throw error;
  } finally {
    await forgetIfSaid(desk, kept, examples, before?.forgottenAt ?? null);
  }
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
  return { deployment, schemaId: schema.id, deploymentId: deployment.id, remoteSchemaId: told ?? schema.id, isTold: told !== null };
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

/**
 * Whoever had all forgotten, switched learning off or removed the schema while the deployment was given the examples, meant these, too. The
 * worker may have looked before they were there.
 */
async function forgetIfSaid(
  desk: Desk,
  place: ImportPlace,
  examples: readonly ExportedExample[],
  forgottenBefore: Date | null,
): Promise<void> {
  const { schemaId } = place;
  const [present] = await desk.database
    .select({ id: schemas.id })
    .from(schemas)
    .where(and(eq(schemas.id, schemaId), isNull(schemas.removedAt)));
  const after = await findSchemaSettings(desk.database, schemaId);
  const isForgotten = after?.forgottenAt?.getTime() !== forgottenBefore?.getTime();
  if (present && !isForgotten && after?.learnFromApprovals !== false) return;
  await desk.database.transaction(async (tx) => {
    await addImportedNames(tx, place, examples);
    await sendTeach(desk, isForgotten ? { schemaId, forgetsAll: true } : { schemaId }, { tx });
  });
}

import { and, eq, inArray } from 'drizzle-orm';
import type { Forget } from '#lib/contract/desk/learned.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { appendAudit } from '../../audit/append-audit.ts';
import type { Actor, ConnectedDeployment, Desk } from '../../context/desk.ts';
import { sendTeach } from '../../context/send-teach.ts';
import { knownThere } from '../../documents/copies/known-there.ts';
import { documents } from '../../documents/tables.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { schemaSettings } from '../../schemas/tables.ts';
import { askExamples, refuseHeld } from '../ask-examples.ts';
import { removeImportedNames } from '../imported-names.ts';
import { type LearningPlace, listPlaces } from '../list-places.ts';
import { forgottenApprovals } from '../tables.ts';

/**
 * Has what was approved forgotten: one document, a layout, or all of a schema. Documents and approvals stay. What was forgotten teaches
 * nothing again until the document is approved anew; the worker takes the examples back a moment later.
 * @throws ProblemError `not_found` for an unknown schema, deployment, document or layout; what `DeploymentError` says where the deployment
 * must be asked and cannot be
 */
export async function forget(desk: Desk, actor: NonNullable<Actor>, schemaId: string, which: Forget): Promise<void> {
  const schema = await getCurrentSchema(desk.database, schemaId);
  if (which.scope === 'all') return forgetAll(desk, actor, schema);
  const place = (await listPlaces(desk.database, schemaId)).find(({ deploymentId }) => deploymentId === which.deployment_id);
  if (!place) throw new ProblemError('not_found', 'This deployment has learned nothing of this schema.');
  const deployment = await desk.getDeployment(place.deploymentId);
  const remoteIds = which.scope === 'document' ? [which.remote_id] : await listLayout(deployment, place, which.layout_id);
  await forgetDocuments(desk, actor, { schema, place, deployment, remoteIds, scope: which.scope });
}

async function listLayout(deployment: ConnectedDeployment, { remoteSchemaId }: LearningPlace, layoutId: string): Promise<string[]> {
  const { examples } = await askExamples(deployment, remoteSchemaId).catch(refuseHeld);
  const ids = examples.filter((example) => example.layout_id === layoutId).map((example) => example.document_id);
  if (ids.length === 0) throw new ProblemError('not_found', 'This layout is not known any more.');
  return ids;
}

async function forgetAll(desk: Desk, actor: NonNullable<Actor>, schema: Schema): Promise<void> {
  const at = now();
  await desk.database.transaction(async (transaction) => {
    await transaction
      .insert(schemaSettings)
      .values({ schemaId: schema.id, secondApproval: { when: 'never' }, forgottenAt: at, isForgetting: true, updatedAt: at })
      .onConflictDoUpdate({ target: schemaSettings.schemaId, set: { forgottenAt: at, isForgetting: true, updatedAt: at } });
    await sendTeach(desk, { schemaId: schema.id, forgetsAll: true }, { tx: transaction });
    const detail = { schema_id: schema.id, schema_name: schema.name };
    await appendAudit(transaction, [{ actor, event: 'schema.forgotten', detail }]);
  });
}

type Forgotten = {
  schema: Schema;
  place: LearningPlace;
  deployment: ConnectedDeployment;
  remoteIds: string[];
  scope: 'document' | 'layout';
};

async function forgetDocuments(desk: Desk, actor: NonNullable<Actor>, forgotten: Forgotten): Promise<void> {
  const { schema, place, deployment, remoteIds, scope } = forgotten;
  const about = { deployment: deployment.name, schema_id: schema.id, schema_name: schema.name };
  const own = await desk.database.transaction(async (transaction) => {
    const rows = await lockOwn(transaction, schema.id, place.deploymentId, remoteIds);
    const at = now();
    if (rows.length > 0) {
      await transaction
        .insert(forgottenApprovals)
        .values(rows.map(({ id }) => ({ documentId: id, at })))
        .onConflictDoUpdate({ target: forgottenApprovals.documentId, set: { at } });
    }
    for (const { id } of rows) await sendTeach(desk, { documentId: id }, { tx: transaction });
    const reason = scope === 'layout' ? { reason: 'layout_forgotten' } : {};
    await appendAudit(transaction, [
      ...rows.map(({ id }) => ({ actor, documentId: id, event: 'document.forgotten', detail: { ...about, ...reason } })),
      ...(scope === 'layout' ? [{ actor, event: 'schema.layout_forgotten', detail: { ...about, documents: remoteIds.length } }] : []),
    ]);
    return new Set(rows.map(({ remoteId }) => remoteId));
  });
  // what another caller taught is no document of the desk: nothing would bring it back
  const others = remoteIds.filter((id) => !own.has(id));
  for (const documentId of others) await deployment.client.removeExamples(place.remoteSchemaId, { documentId }).catch(refuseHeld);
  const names = await removeImportedNames(desk.database, place, others);
  if (others.length > 0 && scope === 'document') {
    const detail = { ...about, ...(names[0] ? { document: names[0] } : {}) };
    await desk.database.transaction((transaction) => appendAudit(transaction, [{ actor, event: 'schema.example_forgotten', detail }]));
  }
}

/** The approved documents of the desk behind examples. In one order, so that two who forget the same ones do not wait for each other. */
async function lockOwn(transaction: Transaction, schemaId: string, deploymentId: string, remoteIds: string[]) {
  const known = knownThere(transaction, deploymentId, remoteIds);
  const locked = await transaction
    .select({ id: documents.id })
    .from(documents)
    .where(
      and(
        inArray(documents.id, transaction.select({ id: known.documentId }).from(known)),
        eq(documents.schemaId, schemaId),
        eq(documents.state, 'approved'),
      ),
    )
    .orderBy(documents.id)
    .for('update');
  const ids = new Set(locked.map(({ id }) => id));
  const named = await transaction.select({ id: known.documentId, remoteId: known.remoteId }).from(known);
  return named.filter(({ id }) => ids.has(id));
}

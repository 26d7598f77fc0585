import { eq } from 'drizzle-orm';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { Desk } from '../context/desk.ts';
import { sendOpinion } from '../context/send-opinion.ts';
import { deployments } from '../deployments/tables.ts';
import { submissions } from '../documents/tables.ts';
import { isStrange } from '../previews/approved-here.ts';
import { secondOpinions } from '../review/tables.ts';
import type { SchemaSettingsRow } from '../schemas/schema-settings-row.ts';
import { opinionGiver } from './opinion-giver.ts';
import { stopOpinion } from './stop-opinion.ts';

/** `at`: when it was stored. `holdsApproval`: the document may approve itself once the opinion is there. */
type Answer = { documentId: string; schema: Schema; at: Date; holdsApproval: boolean };

/**
 * Has a second opinion asked for about an answer, where the settings of its schema want one and the document is at a deployment of others. In
 * the transaction that stores the answer, with the document's row locked. Where none is wanted, what was sent for an earlier one is removed.
 * @returns whether one is asked for
 */
export async function startOpinion(
  desk: Pick<Desk, 'queue'>,
  transaction: Transaction,
  { documentId, schema, at, holdsApproval }: Answer,
  settings: SchemaSettingsRow | null,
): Promise<boolean> {
  const deploymentId = opinionGiver(settings);
  if (deploymentId === null || !(await isAtStrangers(transaction, documentId))) {
    await stopOpinion(desk, transaction, documentId);
    return false;
  }
  const columns = {
    deploymentId,
    schemaId: schema.id,
    schemaVersion: schema.version,
    answerAt: at,
    state: 'waiting' as const,
    message: null,
    fields: null,
    holdsApproval,
    at,
  };
  await transaction
    .insert(secondOpinions)
    .values({ documentId, ...columns })
    .onConflictDoUpdate({ target: secondOpinions.documentId, set: columns });
  await sendOpinion(desk, { documentId, deploymentId, answerAt: at.toISOString() }, { tx: transaction });
  return true;
}

async function isAtStrangers(transaction: Transaction, documentId: string): Promise<boolean> {
  const [at] = await transaction
    .select({ isStrange: isStrange.mapWith(Boolean) })
    .from(submissions)
    .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
    .where(eq(submissions.documentId, documentId));
  return at?.isStrange ?? false;
}

import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { AuditDraft } from '../audit/append-audit.ts';
import type { Actor } from '../context/desk.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { findSchemaSettings } from '../schemas/schema-settings-row.ts';
import { secondLooks } from './tables.ts';

/**
 * The number drawn for an approval, 0 to below 100: the first 32 bits of SHA-256 over `SEED:DOCUMENT_ID:REVISION`, as a share of
 * all. Anyone who knows the recorded seed gets the same number.
 */
export function drawNumber(seed: string, documentId: string, revision: number): number {
  const hash = createHash('sha256').update(`${seed}:${documentId}:${revision}`).digest();
  return (hash.readUInt32BE(0) / 2 ** 32) * 100;
}

/**
 * Puts the schema's share of approved documents on the list for a second look. The seed is made at the approval itself: nobody
 * can know before which documents are drawn, nor choose one that is not.
 * @returns null where the schema has no share; else what the audit trail says of the draw: with the approval, and as entries of its own
 */
export async function drawSample(
  transaction: Transaction,
  row: DocumentRow,
  actor: NonNullable<Actor>,
  approval: { revision: number; at: Date },
): Promise<{ detail: Record<string, unknown>; drafts: AuditDraft[] } | null> {
  const settings = await findSchemaSettings(transaction, row.schemaId);
  if (!settings || settings.samplePercent <= 0) return null;
  const { samplePercent: percent, schemaId } = settings;
  const seed = randomBytes(16).toString('hex');
  const draw = drawNumber(seed, row.id, approval.revision);
  const detail = { sample: { percent, draw, seed } };
  if (draw >= percent) return { detail, drafts: [] };
  const made = await transaction
    .insert(secondLooks)
    .values({
      documentId: row.id,
      schemaId,
      revision: approval.revision,
      percent,
      draw,
      seed,
      chosenAt: approval.at,
      approvedById: actor.id,
      approvedByName: actor.name,
    })
    .onConflictDoNothing()
    .returning({ id: secondLooks.documentId });
  return { detail, drafts: made.map(() => ({ actor: null, documentId: row.id, event: 'sample.drawn', detail: detail.sample })) };
}

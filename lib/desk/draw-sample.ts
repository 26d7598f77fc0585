import { createHash } from 'node:crypto';
import type { Transaction } from '#lib/platform/database.ts';
import type { AuditDraft } from './append-audit.ts';
import type { Actor } from './desk.ts';
import type { DocumentRow } from './desk-document.ts';
import { findSchemaSettings } from './schema-settings-row.ts';
import { secondLooks } from './tables.ts';

/**
 * The number drawn for an approval, 0 to below 100: the first 32 bits of SHA-256 over `SEED:DOCUMENT_ID:REVISION`, as a share of
 * all. Anyone who knows the recorded seed gets the same number, and nobody can choose it.
 */
export function drawNumber(seed: string, documentId: string, revision: number): number {
  const hash = createHash('sha256').update(`${seed}:${documentId}:${revision}`).digest();
  return (hash.readUInt32BE(0) / 2 ** 32) * 100;
}

/** Puts the schema's share of approved documents on the list for a second look. @returns what to append to the audit trail */
export async function drawSample(
  transaction: Transaction,
  row: DocumentRow,
  actor: NonNullable<Actor>,
  approval: { revision: number; at: Date },
): Promise<AuditDraft[]> {
  const settings = await findSchemaSettings(transaction, row.schemaId);
  if (!settings || settings.samplePercent <= 0) return [];
  const { samplePercent: percent, sampleSeed: seed, schemaId } = settings;
  const draw = drawNumber(seed, row.id, approval.revision);
  if (draw >= percent) return [];
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
  return made.map(() => ({ actor: null, documentId: row.id, event: 'sample.drawn', detail: { percent, draw, seed } }));
}

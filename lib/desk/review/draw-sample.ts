import { createHash, randomBytes } from 'node:crypto';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { AuditDraft } from '../audit/append-audit.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { qualitySamples } from '../documents/quality-samples/tables.ts';

/**
 * The number drawn for an approval, 0 to below 100: the first 32 bits of SHA-256 over `SEED:DOCUMENT_ID:REVISION`, as a share of
 * all. Anyone who knows the recorded seed gets the same number.
 */
export function drawNumber(seed: string, documentId: string, revision: number): number {
  const hash = createHash('sha256').update(`${seed}:${documentId}:${revision}`).digest();
  return (hash.readUInt32BE(0) / 2 ** 32) * 100;
}

/**
 * Draws a share of approved documents as quality samples. The seed is made at the approval itself: nobody can know before
 * which documents are drawn, nor choose one that is not.
 * @param percent the share, 0 to 100 @param approval `answer`: of a document that approved itself
 * @returns null where that is nothing; else what the audit trail says of the draw: with the approval, and as entries of its own
 */
export async function drawSample(
  transaction: Transaction,
  row: Pick<DocumentRow, 'id' | 'schemaId'>,
  percent: number,
  approval: { revision: number; at: Date; by: { id: string; name: string }; answer?: ExtractionResult },
): Promise<{ detail: Record<string, unknown>; drafts: AuditDraft[] } | null> {
  if (percent <= 0 || row.schemaId === null) return null;
  const seed = randomBytes(16).toString('hex');
  const draw = drawNumber(seed, row.id, approval.revision);
  const detail = { sample: { percent, draw, seed } };
  if (draw >= percent) return { detail, drafts: [] };
  const made = await transaction
    .insert(qualitySamples)
    .values({
      documentId: row.id,
      schemaId: row.schemaId,
      revision: approval.revision,
      percent,
      draw,
      seed,
      chosenAt: approval.at,
      approvedById: approval.by.id,
      approvedByName: approval.by.name,
      answer: approval.answer ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: qualitySamples.documentId });
  return { detail, drafts: made.map(() => ({ actor: null, documentId: row.id, event: 'sample.drawn', detail: detail.sample })) };
}

import { sql } from 'drizzle-orm';
import { now } from '#lib/platform/clock.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { failureCounts } from './tables.ts';

/** Counts that a document failed at a deployment, for good: extracting it again takes nothing back. */
export async function countFailure(
  transaction: Transaction,
  { deploymentId, schemaId }: { deploymentId: string; schemaId: string | null },
) {
  const day = now().toISOString().slice(0, 10);
  const { day: onDay, schemaId: schema, deploymentId: at } = failureCounts;
  await transaction
    .insert(failureCounts)
    .values({ day, schemaId: schemaId ?? '', deploymentId, failures: 1 })
    .onConflictDoUpdate({ target: [onDay, schema, at], set: { failures: sql`${failureCounts.failures} + 1` } });
}

import { eq } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';
import { schemaSettings } from './tables.ts';

export type SchemaSettingsRow = typeof schemaSettings.$inferSelect;

/** What the desk does with documents of a schema; null when nobody said anything. */
export async function findSchemaSettings(executor: Executor, schemaId: string | null): Promise<SchemaSettingsRow | null> {
  if (schemaId === null) return null;
  const [row] = await executor.select().from(schemaSettings).where(eq(schemaSettings.schemaId, schemaId));
  return row ?? null;
}

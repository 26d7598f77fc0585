import { eq, inArray } from 'drizzle-orm';
import type { Thresholds } from '#lib/contract/desk/insights/thresholds.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { schemaSettings } from './tables.ts';

export type SchemaSettingsRow = typeof schemaSettings.$inferSelect;

/** What the desk does with documents of a schema; null when nobody said anything. */
export async function findSchemaSettings(executor: Executor, schemaId: string | null): Promise<SchemaSettingsRow | null> {
  if (schemaId === null) return null;
  const [row] = await executor.select().from(schemaSettings).where(eq(schemaSettings.schemaId, schemaId));
  return row ?? null;
}

/** The thresholds of schemas, by their ids; without those that have the default. */
export async function listThresholds(executor: Executor, schemaIds: readonly (string | null)[]): Promise<Map<string, Thresholds>> {
  const ids = [...new Set(schemaIds)].filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await executor
    .select({ id: schemaSettings.schemaId, thresholds: schemaSettings.thresholds })
    .from(schemaSettings)
    .where(inArray(schemaSettings.schemaId, ids));
  return new Map(rows.flatMap(({ id, thresholds }) => (thresholds ? [[id, thresholds] as const] : [])));
}

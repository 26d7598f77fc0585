import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { findSchemaSettings, type SchemaSettingsRow } from '../schemas/schema-settings-row.ts';

/**
 * The settings of a schema that learns, and of which nothing is to be forgotten any more.
 * @throws ProblemError `conflict`
 */
export async function requireLearning(executor: Executor, { id, name }: Pick<Schema, 'id' | 'name'>): Promise<SchemaSettingsRow | null> {
  const settings = await findSchemaSettings(executor, id);
  if (settings?.learnFromApprovals === false)
    throw new ProblemError('conflict', `“${name}” does not learn from approvals. Switch that on in Settings, Approval and quality.`);
  if (settings?.isForgetting)
    throw new ProblemError('conflict', `What “${name}” has learned is still being forgotten. Try again in a moment.`);
  return settings;
}

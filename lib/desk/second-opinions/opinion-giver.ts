import type { SchemaSettingsRow } from '../schemas/schema-settings-row.ts';

/** The deployment that is asked about documents of a schema at deployments of others; null = none, or the schema does not learn. */
export function opinionGiver(settings: SchemaSettingsRow | null): string | null {
  return settings?.learnFromApprovals ? settings.secondOpinionBy : null;
}

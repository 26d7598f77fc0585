import type { SchemaSettings } from '#lib/contract/desk/schemas/schema-settings.ts';

/** The settings of a schema, “Invoice”, that nobody has changed, with some differences. */
export function standInSettings(changes: Partial<SchemaSettings> = {}): SchemaSettings {
  return {
    schema_id: 'invoice',
    schema_name: 'Invoice',
    second_approval: { when: 'never' },
    priority: null,
    due_after_hours: null,
    sample_percent: 0,
    retention_days: null,
    learn_from_approvals: true,
    second_opinion_by: null,
    thresholds: null,
    rejection_reasons: [],
    ...changes,
  };
}

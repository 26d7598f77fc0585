import { useQuery } from '@tanstack/react-query';
import { schemaSettingsQuery } from '#lib/client/team/schema-settings.ts';

/** The reasons to choose from for documents of these schemas, each once. */
export function useRejectionReasons(schemaIds: readonly (string | null)[]): string[] {
  const settings = useQuery(schemaSettingsQuery);
  const found = (settings.data ?? []).filter(({ schema_id }) => schemaIds.includes(schema_id));
  return [...new Set(found.flatMap(({ rejection_reasons }) => rejection_reasons))];
}

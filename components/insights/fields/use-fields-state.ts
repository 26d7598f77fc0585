import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import type { FieldInsight } from '#lib/contract/desk/insights/insights.ts';
import { FIELD_SORTS } from '#lib/document/statistics/sort-fields.ts';

const PARSERS = {
  sort: parseAsStringLiteral(FIELD_SORTS).withDefault('changed'),
  order: parseAsStringLiteral(['desc', 'asc'] as const).withDefault('desc'),
};

/** The order of the table of fields, kept in the address. */
export function useFieldsState() {
  const [state, setState] = useQueryStates(PARSERS);
  return { state, setState: (change: Partial<typeof state>) => void setState(change) };
}

/** One field among those of all schemas, as `useOpened` names it. */
export function fieldKey({ schema_id, field }: Pick<FieldInsight, 'schema_id' | 'field'>): string {
  return `${schema_id}/${field}`;
}

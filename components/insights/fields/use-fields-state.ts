import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import type { FieldInsight } from '#lib/contract/desk/insights/insights.ts';
import { FIELD_SORTS } from '#lib/document/statistics/sort-fields.ts';

const PARSERS = {
  sort: parseAsStringLiteral(FIELD_SORTS).withDefault('changed'),
  order: parseAsStringLiteral(['desc', 'asc'] as const).withDefault('desc'),
  /** The field that is open, as `fieldKey` names it. */
  open: parseAsString,
};

/** How the table of fields stands, kept in the address: its order, and the field that is open. */
export function useFieldsState() {
  const [state, setState] = useQueryStates(PARSERS);
  return { state, setState: (change: Partial<typeof state>) => void setState(change) };
}

export type FieldsState = ReturnType<typeof useFieldsState>['state'];

/** One field among those of all schemas. */
export function fieldKey({ schema_id, field }: Pick<FieldInsight, 'schema_id' | 'field'>): string {
  return `${schema_id}/${field}`;
}

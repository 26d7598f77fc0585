import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import type { CompareFieldChoice } from '#lib/client/documents/compare-field.ts';

const PARSERS = {
  schema: parseAsString.withDefault(''),
  field: parseAsString.withDefault(''),
  state: parseAsStringLiteral(['to_review', 'approved', 'all'] as const).withDefault('to_review'),
  since: parseAsStringLiteral(['any', 'today', 'week'] as const).withDefault('any'),
  show: parseAsStringLiteral(['all', 'flagged', 'untouched'] as const).withDefault('all'),
};
const DAYS = { today: 0, week: 6 } as const;

/** Which values are compared, kept in the address. Days are those of the person's clock. */
export function useFieldChoice() {
  const [chosen, setChosen] = useQueryStates(PARSERS);
  const { schema, field, state, since, show } = chosen;
  const choice = useMemo((): CompareFieldChoice => {
    const midnight = new Date();
    midnight.setHours(0, 0, 0, 0);
    if (since !== 'any') midnight.setDate(midnight.getDate() - DAYS[since]);
    return { schema_id: schema, field, state, show, ...(since === 'any' ? {} : { since: midnight.toISOString() }) };
  }, [schema, field, state, since, show]);
  return { chosen, choose: (change: Partial<typeof chosen>) => void setChosen(change), choice };
}
export type FieldChoice = ReturnType<typeof useFieldChoice>;

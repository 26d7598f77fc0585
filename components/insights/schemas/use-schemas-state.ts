import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { SCHEMA_SORTS } from '#lib/document/statistics/sort-schemas.ts';

const PARSERS = {
  sort: parseAsStringLiteral(SCHEMA_SORTS).withDefault('changed'),
  order: parseAsStringLiteral(['desc', 'asc'] as const).withDefault('desc'),
};
/** The table of fields stands in the same address. */
const NAMES = { sort: 'schemas', order: 'schemas_order' };

/** The order of the table of schemas, kept in the address. */
export function useSchemasState() {
  const [state, setState] = useQueryStates(PARSERS, { urlKeys: NAMES });
  return { state, setState: (change: typeof state) => void setState(change) };
}

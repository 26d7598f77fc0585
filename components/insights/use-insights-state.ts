import { createSerializer, parseAsNumberLiteral, parseAsString, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import type { InsightsQuery } from '#lib/contract/desk/insights/insights.ts';

/** Days that can be looked back over. */
export const PERIODS = [7, 30, 90, 365] as const;
export type Period = (typeof PERIODS)[number];

const PARSERS = {
  schema: parseAsString.withDefault(''),
  deployment: parseAsString.withDefault(''),
  days: parseAsNumberLiteral(PERIODS).withDefault(30),
};
const DAY_MS = 24 * 60 * 60_000;

const serialise = createSerializer(PARSERS);

/** The address of the insights about something else. */
export function addressWith(state: { schema: string; deployment: string; days: Period }): string {
  return serialise('/insights', state);
}

/** What the insights are about, kept in the address: schema, deployment, and how many days. */
export function useInsightsState() {
  const [state, setState] = useQueryStates(PARSERS);
  const { schema, deployment, days } = state;
  const query = useMemo((): InsightsQuery => {
    const now = Date.now();
    const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    return {
      ...(schema ? { schema_id: schema } : {}),
      ...(deployment ? { deployment_id: deployment } : {}),
      from: dayOf(now - (days - 1) * DAY_MS),
      to: dayOf(now),
    };
  }, [schema, deployment, days]);
  return { state, setState, query };
}

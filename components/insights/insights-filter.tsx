'use client';

import { useQuery } from '@tanstack/react-query';
import { Select } from '#components/ui/inputs/select.tsx';
import { deploymentChoicesQuery } from '#lib/client/team/deployments.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import { PERIODS, type Period, type useInsightsState } from './use-insights-state.ts';

type State = ReturnType<typeof useInsightsState>['state'];

const PERIOD_WORDS: Record<Period, string> = { 7: 'Last 7 days', 30: 'Last 30 days', 90: 'Last 90 days', 365: 'Last 365 days' };

/** What the figures are about: schema, deployment, time. */
export function InsightsFilter({ state, onChange }: { state: State; onChange: (change: Partial<State>) => void }) {
  const schemas = useQuery(schemasQuery);
  const deployments = useQuery(deploymentChoicesQuery);
  const schemaOptions = [{ id: '', label: 'All schemas' }, ...(schemas.data ?? []).map(({ id, name }) => ({ id, label: name }))];
  const deploymentOptions = [
    { id: '', label: 'All deployments' },
    ...(deployments.data ?? []).map(({ id, name }) => ({ id, label: name })),
  ];
  const periods = PERIODS.map((days) => ({ id: String(days), label: PERIOD_WORDS[days] }));
  return (
    <div className="flex flex-1 flex-wrap items-center gap-2">
      <Select
        aria-label="Schema"
        options={schemaOptions}
        value={known(schemaOptions, state.schema)}
        onChange={(schema) => onChange({ schema })}
        dense
        className="w-44"
      />
      {deploymentOptions.length > 2 ? (
        <Select
          aria-label="Deployment"
          options={deploymentOptions}
          value={known(deploymentOptions, state.deployment)}
          onChange={(deployment) => onChange({ deployment })}
          dense
          className="w-44"
        />
      ) : null}
      <Select
        aria-label="Time"
        options={periods}
        value={String(state.days)}
        onChange={(days) => onChange({ days: Number(days) as Period })}
        dense
        className="w-36"
      />
    </div>
  );
}

const known = (options: readonly { id: string }[], id: string) => (options.some((option) => option.id === id) ? id : '');

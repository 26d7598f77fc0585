'use client';

import { useQuery } from '@tanstack/react-query';
import { Select } from '#components/ui/inputs/select.tsx';
import { deploymentChoicesQuery } from '#lib/client/team/deployments.ts';
import { listOpinionChoices } from './list-opinion-choices.ts';

const NONE = 'none';

type SecondOpinionSelectProps = {
  /** The deployment that is asked; null = none. */
  value: string | null;
  onChange: (id: string | null) => void;
  /** The schema learns from approvals: otherwise there is nothing to compare with. */
  learns: boolean;
};

/** Which service of ours is asked about documents at services of others; nothing where there can be none. */
export function SecondOpinionSelect({ value, onChange, learns }: SecondOpinionSelectProps) {
  const choices = useQuery(deploymentChoicesQuery);
  if (!choices.data) return null;
  const { isOffered, options, fault } = listOpinionChoices(choices.data, value);
  if (!isOffered) return null;
  return (
    <Select
      label="Second opinion"
      description={
        fault ??
        (learns
          ? 'Documents at a service that is not Countersign’s own are also sent to this one, and what was approved before is compared with what their service extracted: differences are flagged, nothing is changed.'
          : 'Switch “Learn from approvals” on to ask for one.')
      }
      options={[{ id: NONE, label: 'None' }, ...options.map(({ id, name }) => ({ id, label: name }))]}
      value={value ?? NONE}
      onChange={(id) => onChange(id === NONE ? null : id)}
      isDisabled={!learns && value === null}
    />
  );
}

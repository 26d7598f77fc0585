'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Select } from '#components/ui/inputs/select.tsx';
import { deploymentChoicesQuery } from '#lib/client/team/deployments.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import type { DeploymentChoice } from '#lib/contract/desk/deployment.ts';
import { chooseDropDeployment, useDropDeployment } from './use-drop-deployment.ts';

/** Whether it is the usual one, and how many of the desk's schemas it has an id for. */
function describe({ is_default: isDefault, schema_ids: ids }: DeploymentChoice, schemas: number | undefined): string {
  const known = ids && schemas !== undefined ? `Knows ${ids.length} of ${schemas} schemas` : '';
  return [isDefault ? 'For new documents' : '', known].filter(Boolean).join(' · ');
}

/** Where new documents are sent; shown when there is something to choose. */
export function DropDeploymentSelect({ className }: { className?: string }) {
  const choices = useQuery(deploymentChoicesQuery);
  const chosen = useDropDeployment();
  const schemas = useQuery(schemasQuery);
  const options = choices.data ?? [];
  const isGone = choices.isSuccess && chosen !== null && !options.some(({ id }) => id === chosen);
  useEffect(() => {
    // retired or removed meanwhile
    if (isGone) chooseDropDeployment(null);
  }, [isGone]);
  if (options.length < 2) return null;
  const usual = options.find(({ is_default }) => is_default)?.id ?? options[0]!.id;
  return (
    <Select
      aria-label="Deployment for new documents"
      options={options.map((option) => ({ id: option.id, label: option.name, description: describe(option, schemas.data?.length) }))}
      value={isGone ? usual : (chosen ?? usual)}
      onChange={(id) => chooseDropDeployment(id === usual ? null : id)}
      lead="Send to"
      dense
      className={className}
    />
  );
}

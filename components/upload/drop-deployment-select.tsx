'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Select } from '#components/ui/inputs/select.tsx';
import { deploymentChoicesQuery } from '#lib/client/team/deployments.ts';
import { chooseDropDeployment, useDropDeployment } from './use-drop-deployment.ts';

/** Where new documents are sent; shown when there is something to choose. */
export function DropDeploymentSelect({ className }: { className?: string }) {
  const choices = useQuery(deploymentChoicesQuery);
  const chosen = useDropDeployment();
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
      options={options.map(({ id, name, is_default }) => ({ id, label: name, description: is_default ? 'For new documents' : '' }))}
      value={isGone ? usual : (chosen ?? usual)}
      onChange={(id) => chooseDropDeployment(id === usual ? null : id)}
      lead="Send to"
      dense
      className={className}
    />
  );
}

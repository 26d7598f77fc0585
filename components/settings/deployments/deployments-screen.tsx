'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { Button } from '#components/ui/button.tsx';
import { deploymentsQuery } from '#lib/client/team/deployments.ts';
import { SettingsPage } from '../settings-page.tsx';
import { DeploymentCard } from './deployment-card.tsx';
import { DeploymentDialog } from './deployment-dialog.tsx';
import { MappingsDialog } from './mappings-dialog.tsx';

/** The deployments of the document service that documents can be sent to. */
export function DeploymentsScreen() {
  const deployments = useQuery(deploymentsQuery);
  /** Its id; `new` for one that is being connected. */
  const [edited, setEdited] = useState<string | null>(null);
  const [mapped, setMapped] = useState<string | null>(null);
  const find = (id: string | null) => deployments.data?.find((one) => one.id === id) ?? null;
  const mappedOne = find(mapped);
  return (
    <SettingsPage
      title="Deployments"
      words="The document services that read and extract documents: the built-in one, and any that others run."
      actions={
        <Button variant="primary" icon={<Plus size={14} aria-hidden />} onPress={() => setEdited('new')}>
          Connect a deployment
        </Button>
      }
    >
      <LoadingPart query={deployments}>
        {(items) => (
          <ul className="flex flex-col gap-3" aria-label="Deployments">
            {items.map((deployment) => (
              <DeploymentCard
                key={deployment.id}
                deployment={deployment}
                onEdit={() => setEdited(deployment.id)}
                onMappings={() => setMapped(deployment.id)}
              />
            ))}
          </ul>
        )}
      </LoadingPart>
      {edited === null ? null : <DeploymentDialog deployment={find(edited)} onClose={() => setEdited(null)} />}
      {mappedOne ? <MappingsDialog deployment={mappedOne} onClose={() => setMapped(null)} /> : null}
    </SettingsPage>
  );
}

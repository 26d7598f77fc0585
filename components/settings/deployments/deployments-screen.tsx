'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { parseAsString, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { Button } from '#components/ui/button.tsx';
import { deploymentsQuery } from '#lib/client/team/deployments.ts';
import { SettingsPage } from '../settings-page.tsx';
import { DeploymentCard } from './deployment-card.tsx';
import { DeploymentDialog } from './deployment-dialog.tsx';
import { SchemaIdsDialog } from './schema-ids-dialog.tsx';

/** The deployments of the document service that documents can be sent to. */
export function DeploymentsScreen() {
  const deployments = useQuery(deploymentsQuery);
  /** Its id; `new` for one that is being connected. */
  const [edited, setEdited] = useState<string | null>(null);
  /** Whose schema ids are asked for, and that of which schema; links lead here. */
  const [asked, setAsked] = useQueryStates({ ids: parseAsString, schema: parseAsString });
  const find = (id: string | null) => deployments.data?.find((one) => one.id === id) ?? null;
  const askedOne = find(asked.ids);
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
                onMappings={() => void setAsked({ ids: deployment.id })}
              />
            ))}
          </ul>
        )}
      </LoadingPart>
      {edited === null ? null : (
        <DeploymentDialog
          deployment={find(edited)}
          onClose={() => setEdited(null)}
          onConnected={({ id, ours }) => {
            if (ours === false) void setAsked({ ids: id });
          }}
        />
      )}
      {askedOne && !askedOne.embedded ? (
        <SchemaIdsDialog deployment={askedOne} wantedId={asked.schema} onClose={() => void setAsked(null)} />
      ) : null}
    </SettingsPage>
  );
}

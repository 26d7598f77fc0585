'use client';

import { Zap } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#components/shared/format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/layers/confirm-dialog.tsx';
import { useRemoveDeployment, useTestDeployment } from '#lib/client/team/deployments.ts';
import type { Deployment } from '#lib/contract/desk/deployment.ts';
import { DeploymentMenu, refuse } from './deployment-menu.tsx';
import { HealthNote } from './health-note.tsx';
import { MetadataDialog } from './metadata-dialog.tsx';
import { TestedNote } from './verdict-note.tsx';

type DeploymentCardProps = { deployment: Deployment; onEdit: () => void; onMappings: () => void };

/** One deployment: what it is, whether it works, what is there, what can be done with it. */
export function DeploymentCard({ deployment, onEdit, onMappings }: DeploymentCardProps) {
  const { id, name, documents, embedded, mappings } = deployment;
  const test = useTestDeployment();
  const remove = useRemoveDeployment();
  const [isAsked, setAsked] = useState(false);
  const [isDescribing, setDescribing] = useState(false);
  const isRetired = deployment.retired_at !== null;
  return (
    <li className="rounded-md border bg-surface p-4" aria-label={name}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-2 font-semibold text-base">
            <bdi>{name}</bdi>
            {deployment.is_default ? <Badge tone="accent">For new documents</Badge> : null}
            {isRetired ? <Badge>Retired</Badge> : null}
            {embedded ? <Badge>Built in</Badge> : null}
            {deployment.from_environment && !isRetired ? <Badge>Set by the environment</Badge> : null}
          </h2>
          {deployment.base_url ? <p className="mt-0.5 break-all font-mono text-ink-muted text-xs">{deployment.base_url}</p> : null}
        </div>
        <Button
          size="small"
          icon={<Zap size={14} aria-hidden />}
          isPending={test.isPending}
          onPress={() => test.mutate(id, { onError: refuse('Not tested') })}
        >
          Test
        </Button>
        <DeploymentMenu
          deployment={deployment}
          onEdit={onEdit}
          onMappings={onMappings}
          onMetadata={() => setDescribing(true)}
          onRemove={() => setAsked(true)}
        />
      </div>
      <div className="mt-2 flex flex-col gap-1">
        <HealthNote health={deployment.health} />
        {deployment.verdict ? <TestedNote verdict={deployment.verdict} /> : null}
        <p className="text-ink-muted">
          {countOf(documents.total, 'document')}
          {documents.failed > 0 ? <span className="text-bad">, {documents.failed} failed</span> : null}
        </p>
        {embedded || deployment.ours !== false ? null : (
          <KnownSchemas count={mappings.filter((one) => one.schema_id).length} onTell={onMappings} />
        )}
      </div>
      {isDescribing ? <MetadataDialog deployment={deployment} onClose={() => setDescribing(false)} /> : null}
      <ConfirmDialog
        title={`Remove “${name}”?`}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => remove.mutate(id, { onError: refuse('Not removed'), onSettled: () => setAsked(false) })}
        confirmLabel="Remove"
        isDanger
        isPending={remove.isPending}
      >
        Its address, its key and its schema IDs are deleted. No document was ever sent to it.
      </ConfirmDialog>
    </li>
  );
}

function KnownSchemas({ count, onTell }: { count: number; onTell: () => void }) {
  if (count > 0) return <p className="text-ink-muted">Has an ID for {countOf(count, 'schema')}.</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="text-warn">Knows no schema yet. Documents wait until you enter an ID.</p>
      <Button size="small" onPress={onTell}>
        Enter schema IDs
      </Button>
    </div>
  );
}

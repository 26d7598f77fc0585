'use client';

import { Archive, ArchiveRestore, Ellipsis, ListTree, Pencil, RotateCcw, Star, Trash2, Zap } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#components/shared/format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { ConfirmDialog } from '#components/ui/layers/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/layers/menu.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useChangeDeployment, useRemoveDeployment, useRetryAtDeployment, useTestDeployment } from '#lib/client/team/deployments.ts';
import type { Deployment } from '#lib/contract/desk/deployment.ts';
import { VerdictNote } from './verdict-note.tsx';

type DeploymentCardProps = { deployment: Deployment; onEdit: () => void; onMappings: () => void };

const ICON = { size: 14, 'aria-hidden': true } as const;

/** One deployment: what it is, whether it works, what is there, what can be done with it. */
export function DeploymentCard({ deployment, onEdit, onMappings }: DeploymentCardProps) {
  const { id, name, documents, embedded, mappings } = deployment;
  const test = useTestDeployment();
  const change = useChangeDeployment();
  const remove = useRemoveDeployment();
  const retry = useRetryAtDeployment();
  const [isAsked, setAsked] = useState(false);
  const refuse = (title: string) => (error: unknown) => showToast({ tone: 'bad', title, detail: errorMessage(error) });
  const isRetired = deployment.retired_at !== null;
  const isFixed = embedded || (deployment.from_environment && !isRetired);
  const tryAgain = () =>
    retry.mutate(id, {
      onError: refuse('Not tried again'),
      onSuccess: ({ retried, left }) =>
        showToast({
          tone: 'ok',
          title: retried > 0 ? `Trying ${countOf(retried, 'document')} again` : 'Nothing failed because of this deployment',
          ...(left > 0 ? { detail: `${countOf(left, 'document')} failed for other reasons: open each one.` } : {}),
        }),
    });
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
          icon={<Zap {...ICON} />}
          isPending={test.isPending}
          onPress={() => test.mutate(id, { onError: refuse('Not tested') })}
        >
          Test
        </Button>
        <Menu
          label={`Actions for ${name}`}
          trigger={<IconButton size="small" label={`Actions for ${name}`} icon={<Ellipsis size={16} aria-hidden />} />}
        >
          <MenuItem icon={<Pencil {...ICON} />} label={isFixed ? 'Rename …' : 'Edit …'} onAction={onEdit} />
          {embedded ? null : <MenuItem icon={<ListTree {...ICON} />} label="Schema mappings …" onAction={onMappings} />}
          <MenuItem
            icon={<Star {...ICON} />}
            label="Use for new documents"
            isDisabled={deployment.is_default || isRetired}
            onAction={() => change.mutate({ id, is_default: true }, { onError: refuse('Not changed') })}
          />
          <MenuItem
            icon={<RotateCcw {...ICON} />}
            label="Try failed documents again"
            isDisabled={documents.failed === 0}
            onAction={tryAgain}
          />
          <MenuSeparator />
          {isRetired ? (
            <MenuItem
              icon={<ArchiveRestore {...ICON} />}
              label="Reactivate"
              onAction={() => change.mutate({ id, retired: false }, { onError: refuse('Not changed') })}
            />
          ) : (
            <MenuItem
              icon={<Archive {...ICON} />}
              label="Retire"
              description="No new documents; existing ones stay"
              isDisabled={deployment.is_default}
              onAction={() => change.mutate({ id, retired: true }, { onError: refuse('Not retired') })}
            />
          )}
          {embedded ? null : (
            <MenuItem
              icon={<Trash2 {...ICON} />}
              label="Remove …"
              description={documents.total > 0 ? 'Not possible while it has documents' : ''}
              isDanger
              isDisabled={documents.total > 0 || deployment.is_default || isFixed}
              onAction={() => setAsked(true)}
            />
          )}
        </Menu>
      </div>
      <div className="mt-2 flex flex-col gap-1">
        <VerdictNote verdict={deployment.verdict} />
        <p className="text-ink-muted">
          {countOf(documents.total, 'document')}
          {documents.in_flight > 0 ? `, ${documents.in_flight} in progress` : ''}
          {documents.failed > 0 ? <span className="text-bad">, {documents.failed} failed</span> : null}
          {embedded ? '' : ` · ${mappings.length === 0 ? 'no schemas mapped yet' : `${countOf(mappings.length, 'schema')} mapped`}`}
        </p>
      </div>
      <ConfirmDialog
        title={`Remove “${name}”?`}
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={() => remove.mutate(id, { onError: refuse('Not removed'), onSettled: () => setAsked(false) })}
        confirmLabel="Remove"
        isDanger
        isPending={remove.isPending}
      >
        Its address, its key and its schema mappings are deleted. No document was ever sent to it.
      </ConfirmDialog>
    </li>
  );
}

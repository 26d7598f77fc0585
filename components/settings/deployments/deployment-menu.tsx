'use client';

import { Archive, ArchiveRestore, Ellipsis, ListTree, Pencil, RotateCcw, Star, Tags, Trash2 } from 'lucide-react';
import { countOf } from '#components/shared/format.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/layers/menu.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useChangeDeployment, useRetryAtDeployment } from '#lib/client/team/deployments.ts';
import type { Deployment } from '#lib/contract/desk/deployment.ts';

const ICON = { size: 14, 'aria-hidden': true } as const;

/** Tells that something was refused, and why. */
export const refuse = (title: string) => (error: unknown) => showToast({ tone: 'bad', title, detail: errorMessage(error) });

type DeploymentMenuProps = {
  deployment: Deployment;
  onEdit: () => void;
  onMappings: () => void;
  onMetadata: () => void;
  onRemove: () => void;
};

/** What can be done with a deployment. */
export function DeploymentMenu({ deployment, onEdit, onMappings, onMetadata, onRemove }: DeploymentMenuProps) {
  const { id, name, documents, embedded } = deployment;
  const change = useChangeDeployment();
  const retry = useRetryAtDeployment();
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
    <Menu
      label={`Actions for ${name}`}
      trigger={<IconButton size="small" label={`Actions for ${name}`} icon={<Ellipsis size={16} aria-hidden />} />}
    >
      <MenuItem icon={<Pencil {...ICON} />} label={isFixed ? 'Rename …' : 'Edit …'} onAction={onEdit} />
      {embedded ? null : <MenuItem icon={<ListTree {...ICON} />} label="Schema IDs …" onAction={onMappings} />}
      {embedded ? null : <MenuItem icon={<Tags {...ICON} />} label="Metadata …" onAction={onMetadata} />}
      <MenuItem
        icon={<Star {...ICON} />}
        label="Use for new documents"
        isDisabled={deployment.is_default || isRetired}
        onAction={() => change.mutate({ id, is_default: true }, { onError: refuse('Not changed') })}
      />
      <MenuItem icon={<RotateCcw {...ICON} />} label="Try failed documents again" isDisabled={documents.failed === 0} onAction={tryAgain} />
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
          onAction={onRemove}
        />
      )}
    </Menu>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Menu, MenuItem, MenuSection, MenuSeparator } from '#components/ui/menu.tsx';
import { showToast } from '#components/ui/toast.tsx';
import { peopleNamesQuery, useAssignDocument } from '#lib/client/assignment.ts';
import { errorMessage } from '#lib/client/error-message.ts';
import type { DeskDocument } from '#lib/contract/desk-document.ts';

/** Says whose work the document is, and gives it to someone. */
export function AssignmentMenu({ document, personId, mayAssign }: { document: DeskDocument; personId: string; mayAssign: boolean }) {
  const people = useQuery({ ...peopleNamesQuery, enabled: mayAssign });
  const assign = useAssignDocument(document.id);
  const { assigned_to: assigned } = document;
  const words = !assigned ? 'Assign' : assigned.id === personId ? 'Assigned to me' : assigned.name;
  if (!mayAssign) return assigned ? <span className="whitespace-nowrap text-ink-muted text-xs">Assigned to {assigned.name}</span> : null;
  const give = (to: string | null) => assign.mutate(to, { onError: (error) => showToast({ tone: 'bad', title: errorMessage(error) }) });
  const others = (people.data ?? []).filter(({ id }) => id !== personId);
  return (
    <Menu
      label="Assign to"
      trigger={
        <Button
          aria-label={assigned ? `Assigned to ${assigned.name}. Assign to someone else` : 'Assign'}
          icon={<UserRound size={14} aria-hidden />}
          isPending={assign.isPending}
          className="max-w-44"
        >
          <span className="truncate max-xl:sr-only">{words}</span>
        </Button>
      }
    >
      <MenuItem label="Me" isDisabled={assigned?.id === personId} onAction={() => give(personId)} />
      {assigned ? <MenuItem label="Nobody" onAction={() => give(null)} /> : null}
      {others.length > 0 ? (
        <>
          <MenuSeparator />
          <MenuSection title="Assign to">
            {others.map(({ id, name }) => (
              <MenuItem key={id} id={id} label={name} isDisabled={assigned?.id === id} onAction={() => give(id)} />
            ))}
          </MenuSection>
        </>
      ) : null}
    </Menu>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { Menu, MenuItem, MenuSection, MenuSeparator } from '#components/ui/layers/menu.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { peopleNamesQuery, useAssignDocument } from '#lib/client/documents/assignment.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { AssignmentButton, type AssignmentProps } from './header-buttons.tsx';

/** Says whose work the document is, and gives it to someone. */
export function AssignmentMenu({ isWanted, ...props }: AssignmentProps & { isWanted?: boolean }) {
  const { document, personId, mayAssign } = props;
  const people = useQuery({ ...peopleNamesQuery, enabled: mayAssign });
  const assign = useAssignDocument(document.id);
  const { assigned_to: assigned } = document;
  const give = (to: string | null) => assign.mutate(to, { onError: (error) => showToast({ tone: 'bad', title: errorMessage(error) }) });
  useShortcuts('Assignment', [
    {
      id: 'document.assign-to-me',
      keys: [],
      label: 'Assign to me',
      isDisabled: !mayAssign || assigned?.id === personId,
      run: () => give(personId),
    },
    { id: 'document.unassign', keys: [], label: 'Assign to nobody', isDisabled: !mayAssign || !assigned, run: () => give(null) },
  ]);
  if (!mayAssign) return <AssignmentButton {...props} />;
  const others = (people.data ?? []).filter(({ id }) => id !== personId);
  return (
    <Menu label="Assign to" isWanted={isWanted} trigger={<AssignmentButton {...props} isPending={assign.isPending} />}>
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

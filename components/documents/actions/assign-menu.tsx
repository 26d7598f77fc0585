'use client';

import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useCurrentUser } from '#components/shared/current-user.ts';
import { Button } from '#components/ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/layers/menu.tsx';
import { peopleNamesQuery } from '#lib/client/documents/assignment.ts';
import type { Assignee } from './bulk/bulk-assign.tsx';

/** Asks whom documents are to be given to. */
export function AssignMenu({ onChoose }: { onChoose: (assignee: Assignee) => void }) {
  const user = useCurrentUser();
  const people = useQuery(peopleNamesQuery);
  return (
    <Menu label="Assign to" trigger={<Button icon={<UserRound size={14} aria-hidden />}>Assign</Button>}>
      <MenuItem label="Me" onAction={() => onChoose({ personId: user.id, name: 'you' })} />
      <MenuItem label="Nobody" onAction={() => onChoose({ personId: null, name: 'nobody' })} />
      <MenuSeparator />
      {(people.data ?? [])
        .filter(({ id }) => id !== user.id)
        .map(({ id, name }) => (
          <MenuItem key={id} label={name} onAction={() => onChoose({ personId: id, name })} />
        ))}
    </Menu>
  );
}

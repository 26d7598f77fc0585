'use client';

import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useCurrentUser } from '#components/shared/current-user.ts';
import { countOf } from '#components/shared/format.ts';
import { SELECTED_GROUP } from '#components/shared/keys/shortcuts.ts';
import { useMenuCommand } from '#components/shared/keys/use-menu-command.ts';
import { Button } from '#components/ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/layers/menu.tsx';
import { peopleNamesQuery } from '#lib/client/documents/assignment.ts';
import type { Assignee } from './bulk/bulk-assign.tsx';

/** Asks whom documents are to be given to. @param count how many */
export function AssignMenu({ count, onChoose }: { count: number; onChoose: (assignee: Assignee) => void }) {
  const control = useMenuCommand({ group: SELECTED_GROUP, id: 'selected.assign', label: `Assign ${countOf(count, 'document')} …` });
  const user = useCurrentUser();
  const people = useQuery(peopleNamesQuery);
  return (
    <Menu label="Assign to" control={control} trigger={<Button icon={<UserRound size={14} aria-hidden />}>Assign</Button>}>
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

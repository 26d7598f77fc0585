'use client';

import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useRef } from 'react';
import { useCurrentUser } from '#components/shared/current-user.ts';
import { countOf } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/layers/menu.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { assignDocument, peopleNamesQuery } from '#lib/client/documents/assignment.ts';
import { useForEachDocument } from '#lib/client/documents/documents.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';

/** Gives documents to a person, or to nobody. */
export function AssignMenu({ documents, onDone }: { documents: readonly DeskDocument[]; onDone: () => void }) {
  const user = useCurrentUser();
  const people = useQuery(peopleNamesQuery);
  const person = useRef<string | null>(null);
  const assign = useForEachDocument((id) => assignDocument(id, person.current));
  const before = useRef(new Map<string, string | null>());
  const giveBack = useForEachDocument((id) => assignDocument(id, before.current.get(id) ?? null));
  const undo = (done: readonly string[]) =>
    giveBack.mutate(done, {
      onSuccess: ({ failed }) =>
        showToast(
          failed.length
            ? { tone: 'bad', title: `${countOf(failed.length, 'document')} not given back`, detail: errorMessage(failed[0]?.error) }
            : { tone: 'ok', title: `${countOf(done.length, 'document')} given back` },
        ),
    });
  const give = (to: string | null, name: string) => {
    person.current = to;
    before.current = new Map(documents.map(({ id, assigned_to }) => [id, assigned_to?.id ?? null]));
    assign.mutate([...before.current.keys()], {
      onSuccess: ({ done, failed }) => {
        if (failed.length) {
          showToast({ tone: 'bad', title: `${countOf(failed.length, 'document')} not assigned`, detail: errorMessage(failed[0]?.error) });
        } else {
          const action = { label: 'Undo', onPress: () => undo(done) };
          showToast({ tone: 'ok', title: `${countOf(done.length, 'document')} assigned to ${name}`, action });
        }
        onDone();
      },
    });
  };
  return (
    <Menu
      label="Assign to"
      trigger={
        <Button icon={<UserRound size={14} aria-hidden />} isPending={assign.isPending}>
          Assign
        </Button>
      }
    >
      <MenuItem label="Me" onAction={() => give(user.id, 'you')} />
      <MenuItem label="Nobody" onAction={() => give(null, 'nobody')} />
      <MenuSeparator />
      {(people.data ?? [])
        .filter(({ id }) => id !== user.id)
        .map(({ id, name }) => (
          <MenuItem key={id} label={name} onAction={() => give(id, name)} />
        ))}
    </Menu>
  );
}

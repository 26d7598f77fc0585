'use client';

import { Ellipsis, KeyRound, ShieldOff, Trash2, UserRoundCheck, UserRoundX } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { ConfirmDialog } from '#components/ui/layers/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/layers/menu.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useChangePerson, useCreatePasswordLink, useRemovePerson, useRemoveTwoFactorOf } from '#lib/client/team/people.ts';
import type { Person } from '#lib/contract/desk/people.ts';
import { LinkDialog } from './link-dialog.tsx';

type Question = 'off' | 'remove' | 'two-factor';

/** What an admin can do with one person. */
export function PersonMenu({ person }: { person: Person }) {
  const change = useChangePerson();
  const remove = useRemovePerson();
  const removeTwoFactor = useRemoveTwoFactorOf();
  const link = useCreatePasswordLink();
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);
  const refuse = (title: string) => (error: unknown) => showToast({ tone: 'bad', title, detail: errorMessage(error) });
  const setActive = (active: boolean) => change.mutate({ id: person.id, active }, { onError: refuse('Not changed'), onSettled: close });
  return (
    <>
      <Menu
        label={`Actions for ${person.name}`}
        trigger={<IconButton label={`Actions for ${person.name}`} icon={<Ellipsis size={16} aria-hidden />} />}
      >
        <MenuItem
          icon={<KeyRound size={14} aria-hidden />}
          label="Create a password reset link"
          isDisabled={!person.active}
          onAction={() => link.mutate(person.id, { onError: refuse('The link was not created') })}
        />
        {person.two_factor ? (
          <MenuItem
            icon={<ShieldOff size={14} aria-hidden />}
            label="Remove two-factor"
            description="For a lost phone"
            onAction={() => setQuestion('two-factor')}
          />
        ) : null}
        <MenuSeparator />
        {person.active ? (
          <MenuItem icon={<UserRoundX size={14} aria-hidden />} label="Switch off" onAction={() => setQuestion('off')} />
        ) : (
          <MenuItem icon={<UserRoundCheck size={14} aria-hidden />} label="Switch on" onAction={() => setActive(true)} />
        )}
        <MenuItem icon={<Trash2 size={14} aria-hidden />} label="Remove" isDanger onAction={() => setQuestion('remove')} />
      </Menu>
      <ConfirmDialog
        title={`Switch off the account of ${person.name}?`}
        isOpen={question === 'off'}
        onClose={close}
        onConfirm={() => setActive(false)}
        confirmLabel="Switch off"
        isDanger
        isPending={change.isPending}
      >
        All their sessions end immediately, and they cannot sign in until the account is switched on again.
      </ConfirmDialog>
      <ConfirmDialog
        title={`Remove ${person.name}?`}
        isOpen={question === 'remove'}
        onClose={close}
        onConfirm={() => remove.mutate(person.id, { onError: refuse('Not removed'), onSettled: close })}
        confirmLabel="Remove"
        isDanger
        isPending={remove.isPending}
      >
        The account is deleted permanently and all their sessions end immediately. Their actions stay in the history under their name.
      </ConfirmDialog>
      <ConfirmDialog
        title={`Remove two-factor from ${person.name}’s account?`}
        isOpen={question === 'two-factor'}
        onClose={close}
        onConfirm={() => removeTwoFactor.mutate(person.id, { onError: refuse('Not changed'), onSettled: close })}
        confirmLabel="Remove two-factor"
        isDanger
        isPending={removeTwoFactor.isPending}
      >
        Their password alone is then enough to sign in, and all their sessions end. Make sure that the request really comes from them.
      </ConfirmDialog>
      <LinkDialog
        title={`New password for ${person.name}`}
        link={link.data ?? null}
        onClose={link.reset}
        words={`Share this link with ${person.name}. It works once. Setting a password ends all their sessions; two-factor stays on.`}
      />
    </>
  );
}

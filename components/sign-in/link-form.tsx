'use client';

import { type FormEvent, useState } from 'react';
import { NewPasswordField } from '#components/shared/new-password-field.tsx';
import { ROLE_WORDS } from '#components/shared/role-words.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage, fieldErrors } from '#lib/client/http/error-message.ts';
import { useOneTimeLink } from '#lib/client/team/people.ts';
import type { OpenedLink } from '#lib/contract/desk/people.ts';

/** Name, address and password for an invitation; the password alone for a link to a new one. */
export function LinkForm({ token, link }: { token: string; link: OpenedLink }) {
  const send = useOneTimeLink();
  const [name, setName] = useState('');
  const [email, setEmail] = useState(link.email ?? '');
  const [password, setPassword] = useState('');
  const isInvitation = link.kind === 'invitation';
  const wrong = fieldErrors(send.error);
  // a field that is marked as wrong holds its form back, so the mark goes with the first change
  const change = (set: (value: string) => void) => (value: string) => {
    send.reset();
    set(value);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending || send.isSuccess) return;
    const who = isInvitation ? { name: name.trim(), email: email.trim() } : {};
    send.mutate(
      { token, password, ...who },
      // a full load, so that nothing of an earlier session stays in memory
      { onSuccess: ({ signed_in }) => window.location.assign(signed_in ? '/overview' : '/sign-in') },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {send.isError && Object.keys(wrong).length === 0 ? <Notice tone="bad">{errorMessage(send.error)}</Notice> : null}
      {isInvitation ? (
        <TextField label="Name" autoComplete="name" value={name} onChange={change(setName)} error={wrong['/name']} isRequired autoFocus />
      ) : null}
      <TextField
        label="E-mail"
        type="email"
        autoComplete="username"
        value={email}
        onChange={change(setEmail)}
        error={wrong['/email']}
        isReadOnly={link.email !== null}
        description={isInvitation && link.role ? `Your role will be ${ROLE_WORDS[link.role].toLowerCase()}.` : undefined}
        isRequired
      />
      <NewPasswordField
        label={isInvitation ? 'Password' : 'New password'}
        value={password}
        onChange={change(setPassword)}
        error={wrong['/password']}
      />
      <Button type="submit" variant="primary" size="large" isPending={send.isPending || send.isSuccess} className="w-full">
        {isInvitation ? 'Join' : 'Save the password'}
      </Button>
    </form>
  );
}

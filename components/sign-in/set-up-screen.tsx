'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useEffect, useState } from 'react';
import { FrontCard } from '#components/shared/front-card.tsx';
import { NewPasswordField } from '#components/shared/new-password-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage, fieldErrors } from '#lib/client/http/error-message.ts';
import { sessionQuery, useSetUp } from '#lib/client/team/session.ts';
import { readSetUpToken } from './read-set-up-token.ts';
import { useLinkToken } from './use-link-token.ts';

/** The first account, made in the browser at first start by whoever has the link that the start printed. */
export function SetUpScreen() {
  const session = useQuery(sessionQuery);
  const setUp = useSetUp();
  const router = useRouter();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const linkToken = useLinkToken();
  const [token, setToken] = useState('');
  const state = session.data;
  const isDone = state && !state.set_up;
  useEffect(() => {
    if (isDone) router.replace('/overview');
  }, [isDone, router]);
  const wrong = fieldErrors(setUp.error);
  const isTokenAsked = linkToken === '' || (linkToken !== null && wrong['/token'] !== undefined) || token !== '';
  // a field that is marked as wrong holds its form back, so the mark goes with the first change
  const change = (set: (value: string) => void) => (value: string) => {
    setUp.reset();
    set(value);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (setUp.isPending) return;
    setUp.mutate({ name: name.trim(), email: email.trim(), password, token: isTokenAsked ? readSetUpToken(token) : (linkToken ?? '') });
  };
  return (
    <FrontCard title="Create the first account" words="It will be the admin of this desk. Everything stays on this machine.">
      <form onSubmit={submit} className="flex flex-col gap-4">
        {setUp.isError && Object.keys(wrong).length === 0 ? <Notice tone="bad">{errorMessage(setUp.error)}</Notice> : null}
        <TextField label="Name" autoComplete="name" value={name} onChange={change(setName)} error={wrong['/name']} isRequired autoFocus />
        <TextField
          label="E-mail"
          type="email"
          autoComplete="username"
          value={email}
          onChange={change(setEmail)}
          error={wrong['/email']}
          isRequired
        />
        <NewPasswordField label="Password" value={password} onChange={change(setPassword)} error={wrong['/password']} />
        {isTokenAsked ? (
          <TextField
            label="Set-up token"
            description="It is in the link printed when the desk was started, and in the file secrets/set-up-token in its data folder. Open that link, or paste the token here."
            autoComplete="off"
            value={token}
            onChange={change(setToken)}
            error={wrong['/token']}
            isRequired
          />
        ) : null}
        <Button type="submit" variant="primary" size="large" isPending={setUp.isPending} className="w-full">
          Create account
        </Button>
      </form>
    </FrontCard>
  );
}

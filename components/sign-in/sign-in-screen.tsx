'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter, useSearchParams } from 'next/navigation';
import { type FormEvent, useEffect, useState } from 'react';
import { FrontCard } from '#components/shared/front-card.tsx';
import { PasswordField } from '#components/shared/password-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { sessionQuery, useSignIn } from '#lib/client/team/session.ts';
import { safePath } from '#lib/contract/service/safe-path.ts';
import { CodeForm } from './code-form.tsx';
import { CompanyButton, companyFault } from './company-button.tsx';

/** Address and password, then a code where two-factor is on; or the company's own sign-in. */
export function SignInScreen() {
  const session = useQuery(sessionQuery);
  const signIn = useSignIn();
  const router = useRouter();
  const parameters = useSearchParams();
  const next = safePath(parameters.get('next'));
  const fault = companyFault(parameters.get('company'));
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const state = session.data;
  const elsewhere = state?.set_up ? '/set-up' : state?.user ? next : null;
  useEffect(() => {
    if (elsewhere) router.replace(elsewhere);
  }, [elsewhere, router]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate({ email: email.trim(), password });
  };
  if (signIn.data?.two_factor_needed) {
    const goBack = () => {
      signIn.reset();
      setPassword('');
    };
    return (
      <FrontCard title="Two-factor" words={`One more step for ${email.trim()}.`}>
        <CodeForm onBack={goBack} />
      </FrontCard>
    );
  }
  return (
    <FrontCard title="Sign in">
      <form onSubmit={submit} className="flex flex-col gap-4">
        {signIn.isError ? <Notice tone="bad">{errorMessage(signIn.error)}</Notice> : fault ? <Notice tone="bad">{fault}</Notice> : null}
        <TextField label="E-mail" type="email" autoComplete="username" value={email} onChange={setEmail} isRequired autoFocus />
        <PasswordField label="Password" autoComplete="current-password" value={password} onChange={setPassword} isRequired />
        <Button type="submit" variant="primary" size="large" isPending={signIn.isPending} className="w-full">
          Sign in
        </Button>
      </form>
      {state?.company_sign_in ? (
        <div className="mt-4 border-t pt-4">
          <CompanyButton label={state.company_sign_in.label} next={next} />
        </div>
      ) : null}
      <p className="mt-4 text-ink-muted text-xs">Forgot your password? Ask an admin of this desk for a link to set a new one.</p>
    </FrontCard>
  );
}

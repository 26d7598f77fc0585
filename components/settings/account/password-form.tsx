'use client';

import { type FormEvent, useState } from 'react';
import { NewPasswordField } from '#components/shared/new-password-field.tsx';
import { PasswordField } from '#components/shared/password-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage, fieldErrors } from '#lib/client/http/error-message.ts';
import { useChangePassword } from '#lib/client/team/account.ts';

/** Changes one's own password. */
export function PasswordForm() {
  const change = useChangePassword();
  const [present, setPresent] = useState('');
  const [password, setPassword] = useState('');
  const wrong = fieldErrors(change.error);
  // a field that is marked as wrong holds its form back, so the mark goes with the first change
  const onChange = (set: (value: string) => void) => (value: string) => {
    change.reset();
    set(value);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(
      { current_password: present, password },
      {
        onSuccess: () => {
          setPresent('');
          setPassword('');
          showToast({ tone: 'ok', title: 'Password changed', detail: 'Your other sessions have ended.' });
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex max-w-105 flex-col gap-3">
      {change.isError && Object.keys(wrong).length === 0 ? <Notice tone="bad">{errorMessage(change.error)}</Notice> : null}
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        value={present}
        onChange={onChange(setPresent)}
        error={wrong['/current_password']}
        isRequired
      />
      <NewPasswordField label="New password" value={password} onChange={onChange(setPassword)} error={wrong['/password']} />
      <Button type="submit" size="large" isPending={change.isPending} className="self-start">
        Change password
      </Button>
    </form>
  );
}

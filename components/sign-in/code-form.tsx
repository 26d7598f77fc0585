'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useSignInCode } from '#lib/client/team/session.ts';

/** The second step of a sign-in. @param onBack begins anew with the password */
export function CodeForm({ onBack }: { onBack: () => void }) {
  const signIn = useSignInCode();
  const [code, setCode] = useState('');
  const [isBackup, setBackup] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!signIn.isPending) signIn.mutate(code, { onError: () => setCode('') });
  };
  const other = () => {
    setBackup(!isBackup);
    setCode('');
    signIn.reset();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {signIn.isError ? <Notice tone="bad">{errorMessage(signIn.error)}</Notice> : null}
      <TextField
        key={String(isBackup)}
        label={isBackup ? 'Backup code' : 'Code from your app'}
        inputMode={isBackup ? 'text' : 'numeric'}
        autoComplete={isBackup ? 'off' : 'one-time-code'}
        placeholder={isBackup ? 'abcde-12345' : '123456'}
        value={code}
        onChange={setCode}
        isRequired
        autoFocus
      />
      <Button type="submit" variant="primary" size="large" isPending={signIn.isPending} className="w-full">
        Sign in
      </Button>
      <div className="flex justify-between">
        <Button variant="quiet" onPress={onBack}>
          Back
        </Button>
        <Button variant="quiet" onPress={other}>
          {isBackup ? 'Use the app' : 'Use a backup code'}
        </Button>
      </div>
    </form>
  );
}

'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage, fieldErrors } from '#lib/client/http/error-message.ts';
import { PasswordField } from '../password-field.tsx';

export type PasswordQuestionProps = {
  words: string;
  /** The verb on the button. */
  label: string;
  isDanger?: boolean;
  isPending: boolean;
  error: unknown;
  onAnswer: (password: string) => void;
};

/** Asks for the password before something that needs it. */
export function PasswordQuestion({ words, label, isDanger, isPending, error, onAnswer }: PasswordQuestionProps) {
  const [password, setPassword] = useState('');
  const wrong = fieldErrors(error)['/password'];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onAnswer(password);
  };
  return (
    // unchecked by the browser: the mark of a wrong password would hold the form back
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-muted">{words}</p>
      {error && !wrong ? <Notice tone="bad">{errorMessage(error)}</Notice> : null}
      <PasswordField
        label="Your password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
        error={wrong}
        isRequired
        autoFocus
      />
      <Button
        type="submit"
        variant={isDanger ? 'danger' : 'primary'}
        size="large"
        isPending={isPending}
        isDisabled={password === ''}
        className="w-full"
      >
        {label}
      </Button>
    </form>
  );
}

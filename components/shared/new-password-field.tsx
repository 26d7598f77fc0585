'use client';

import type { TextFieldProps } from '#components/ui/inputs/text-field.tsx';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#lib/contract/desk/account.ts';
import { PasswordField } from './password-field.tsx';

/** A password that is chosen here, with the rules for it. */
export function NewPasswordField(props: Pick<TextFieldProps, 'label' | 'value' | 'onChange' | 'error'>) {
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      description={`At least ${MIN_PASSWORD_LENGTH} characters, not easy to guess.`}
      minLength={MIN_PASSWORD_LENGTH}
      maxLength={MAX_PASSWORD_LENGTH}
      isRequired
    />
  );
}

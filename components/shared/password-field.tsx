'use client';

import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { TextField, type TextFieldProps } from '#components/ui/inputs/text-field.tsx';

/** A password, with a button that shows it. */
export function PasswordField(props: Omit<TextFieldProps, 'type'>) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="relative">
      <TextField {...props} type={isShown ? 'text' : 'password'} inputClassName="pr-9" />
      <IconButton
        label={isShown ? 'Hide password' : 'Show password'}
        icon={isShown ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
        size="small"
        className="absolute top-6 right-1"
        onPress={() => setShown(!isShown)}
      />
    </div>
  );
}

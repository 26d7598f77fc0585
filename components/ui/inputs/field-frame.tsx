'use client';

import type { ReactNode } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { classNames } from '../class-names.ts';

/** What every field shows around its control. Without `label` give the control an `aria-label`. */
export type FieldText = {
  label?: string;
  /** Small words under the control. */
  description?: ReactNode;
  /** Why the value cannot stand; also give `isInvalid`. */
  error?: string;
};

/** Label above, control, then the error or the description. Stands inside a react-aria field. */
export function FieldFrame({ label, description, error, children }: FieldText & { children: ReactNode }) {
  return (
    <>
      {label ? <Label className="mb-1 block font-medium text-ink text-xs">{label}</Label> : null}
      {children}
      {error ? (
        <FieldError className="mt-1 block text-bad text-xs">{error}</FieldError>
      ) : (
        <FieldError className="mt-1 block text-bad text-xs" />
      )}
      {description && !error ? (
        <Text slot="description" className="mt-1 block text-ink-muted text-xs">
          {description}
        </Text>
      ) : null}
    </>
  );
}

/** Classes of a one-line input, 28 px (`dense`) or 32 px high. */
export function inputStyle(dense = false): string {
  return classNames('control block w-full min-w-0 text-sm text-ink placeholder:text-ink-faint', dense ? 'h-7 px-2' : 'h-8 px-2.5');
}

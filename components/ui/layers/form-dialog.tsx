'use client';

import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '../button.tsx';
import { Dialog, type DialogProps } from './dialog.tsx';

export type FormDialogProps = Pick<DialogProps, 'title' | 'isOpen' | 'onClose' | 'width'> & {
  /** What the main button says. */
  submitLabel: string;
  /** Not called while it is pending. */
  onSubmit: () => void;
  isPending: boolean;
  /** `danger` where it removes something. */
  submitVariant?: 'primary' | 'danger';
  /** True where nothing can be submitted yet. */
  isDisabled?: boolean;
  children: ReactNode;
};

/** A dialog with a form to fill in: Cancel and the main button at its foot, `Enter` in a line of text submits. */
export function FormDialog({
  submitLabel,
  onSubmit,
  onClose,
  isPending,
  submitVariant = 'primary',
  isDisabled,
  children,
  ...dialog
}: FormDialogProps) {
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) onSubmit();
  };
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      footer={
        <>
          <Button size="large" onPress={onClose}>
            Cancel
          </Button>
          <Button size="large" variant={submitVariant} type="submit" form={form} isPending={isPending} isDisabled={isDisabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        {children}
      </form>
    </Dialog>
  );
}

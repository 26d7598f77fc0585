'use client';

import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Dialog } from './dialog.tsx';

export type ConfirmDialogProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  /** The verb on the button, e.g. "Delete 3 documents". */
  confirmLabel: string;
  isDanger?: boolean;
  isPending?: boolean;
  children: ReactNode;
};

/** Asks before something that cannot be taken back. Where something would be lost, `Enter` means no. */
export function ConfirmDialog({ title, isOpen, onClose, onConfirm, confirmLabel, isDanger, isPending, children }: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      role="alertdialog"
      onSubmit={() => !isPending && onConfirm()}
      footer={
        <>
          <Button size="large" onPress={onClose} autoFocus={isDanger === true}>
            Cancel
          </Button>
          <Button size="large" variant={isDanger ? 'danger' : 'primary'} onPress={onConfirm} isPending={isPending} autoFocus={!isDanger}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <div className="text-ink-muted">{children}</div>
    </Dialog>
  );
}

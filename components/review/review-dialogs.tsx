'use client';

import { useState } from 'react';
import { SchemaChooser } from '#components/documents/schema-chooser.tsx';
import { Button } from '#components/ui/button.tsx';
import { ConfirmDialog } from '#components/ui/confirm-dialog.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { TextField } from '#components/ui/text-field.tsx';
import type { DeskDocumentDetail } from '#lib/contract/desk-document.ts';
import { labelOf } from '#lib/document/label-of.ts';
import { PostponeDialog } from './postpone-dialog.tsx';

export type OpenDialog = 'sign_off' | 'reject' | 'postpone' | 'extract' | 'remove' | null;

type ReviewDialogsProps = {
  open: OpenDialog;
  detail: DeskDocumentDetail;
  isBusy: boolean;
  onClose: () => void;
  onSignOff: () => void;
  onReject: (reason: string) => void;
  onPostpone: (postponed: { until: string; reason: string }) => void;
  onRemove: () => void;
  /** Saves what is under way. */
  onSave: () => Promise<unknown>;
};

/** The questions that some commands ask first. */
export function ReviewDialogs({ open, detail, isBusy, onClose, onSignOff, onReject, onPostpone, onRemove, onSave }: ReviewDialogsProps) {
  const [reason, setReason] = useState('');
  const count = detail.flags.length;
  return (
    <>
      <ConfirmDialog
        title={count === 1 ? 'One flag is still open' : `${count} flags are still open`}
        isOpen={open === 'sign_off'}
        onClose={onClose}
        onConfirm={onSignOff}
        isPending={isBusy}
        confirmLabel="Approve in spite of them"
      >
        <ul className="list-disc space-y-1 pl-5">
          {detail.flags.slice(0, 8).map((flag) => (
            <li key={`${flag.pointer}${flag.reason}`}>
              <span className="font-medium text-ink" title={flag.pointer}>
                {labelOf(detail.schema, flag.pointer)}
              </span>
              : {flag.message}
            </li>
          ))}
        </ul>
        <p className="mt-3 text-ink-muted">Your approval will note that you signed them off.</p>
      </ConfirmDialog>
      <Dialog
        title="Reject the document"
        isOpen={open === 'reject'}
        onClose={onClose}
        footer={
          <>
            <Button onPress={onClose}>Cancel</Button>
            <Button variant="danger" isDisabled={reason.trim() === ''} isPending={isBusy} onPress={() => onReject(reason)}>
              Reject
            </Button>
          </>
        }
      >
        <TextField
          label="Reason"
          rows={3}
          value={reason}
          onChange={setReason}
          autoFocus
          description="Whoever looks at the document later reads this."
        />
      </Dialog>
      <PostponeDialog isOpen={open === 'postpone'} isBusy={isBusy} onClose={onClose} onPostpone={onPostpone} />
      <Dialog title="Extract again" isOpen={open === 'extract'} onClose={onClose}>
        <SchemaChooser document={detail.document} label="Schema" prepare={onSave} onStarted={onClose} />
      </Dialog>
      <ConfirmDialog
        title="Delete the document?"
        isOpen={open === 'remove'}
        onClose={onClose}
        onConfirm={onRemove}
        isPending={isBusy}
        isDanger
        confirmLabel="Delete"
      >
        The file, its pages and its values are removed and cannot be brought back.
        {detail.attachments.some((each) => each.document_id) ? ' So are the documents that were attached to it.' : ''} The history keeps the
        fact that it was here.
      </ConfirmDialog>
    </>
  );
}

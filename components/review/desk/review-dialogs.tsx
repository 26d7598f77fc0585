'use client';

import { SchemaChooser } from '#components/shared/documents/schema-chooser.tsx';
import { ConfirmDialog } from '#components/ui/layers/confirm-dialog.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { PostponeDialog } from './postpone-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { SignOffDialog } from './sign-off-dialog.tsx';

export type OpenDialog = 'sign_off' | 'reject' | 'postpone' | 'extract' | 'remove' | null;

type ReviewDialogsProps = {
  open: OpenDialog;
  detail: DeskDocumentDetail;
  isBusy: boolean;
  onClose: () => void;
  onSignOff: () => void;
  /** Goes to the place of a flag. */
  onGo: (pointer: string) => void;
  onReject: (reason: string) => void;
  onPostpone: (postponed: { until: string; reason: string }) => void;
  onRemove: () => void;
  /** Saves what is under way. */
  onSave: () => Promise<unknown>;
};

/** The questions that some commands ask first. */
export function ReviewDialogs({
  open,
  detail,
  isBusy,
  onClose,
  onSignOff,
  onGo,
  onReject,
  onPostpone,
  onRemove,
  onSave,
}: ReviewDialogsProps) {
  return (
    <>
      {open === 'sign_off' ? <SignOffDialog detail={detail} isBusy={isBusy} onClose={onClose} onSignOff={onSignOff} onGo={onGo} /> : null}
      {open === 'reject' ? (
        <RejectDialog schemaId={detail.document.schema_id} isBusy={isBusy} onClose={onClose} onReject={onReject} />
      ) : null}
      {open === 'postpone' ? <PostponeDialog isBusy={isBusy} onClose={onClose} onPostpone={onPostpone} /> : null}
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
        The file, its pages and its values are deleted permanently.
        {detail.attachments.some((each) => each.document_id) ? ' So are the documents attached to it.' : ''} The audit trail keeps a record
        of the deletion.
      </ConfirmDialog>
    </>
  );
}

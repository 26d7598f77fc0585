'use client';

import { useState } from 'react';
import { ReasonField } from '#components/shared/documents/reason-field.tsx';
import { useRejectionReasons } from '#components/shared/documents/use-rejection-reasons.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { SubmitKbd } from '#components/ui/layers/submit-kbd.tsx';

type RejectDialogProps = { schemaId: string | null; isBusy: boolean; onClose: () => void; onReject: (reason: string) => void };

/** Asks why a document is rejected. */
export function RejectDialog({ schemaId, isBusy, onClose, onReject }: RejectDialogProps) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const choices = useRejectionReasons([schemaId]);
  const submit = () => {
    if (isBusy) return;
    if (reason.trim() === '') setMissing(true);
    else onReject(reason);
  };
  return (
    <Dialog
      title="Reject the document"
      isOpen
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="danger" isPending={isBusy} onPress={submit}>
            Reject <SubmitKbd />
          </Button>
        </>
      }
    >
      <ReasonField
        rows={3}
        choices={choices}
        value={reason}
        onChange={(text) => {
          setReason(text);
          setMissing(false);
        }}
        description="Everyone who opens the document sees this reason."
        isMissing={isMissing}
      />
    </Dialog>
  );
}

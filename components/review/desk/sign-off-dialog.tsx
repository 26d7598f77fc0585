'use client';

import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { SubmitKbd } from '#components/ui/layers/submit-kbd.tsx';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { countOpenFlags } from '#lib/document/review/count-open-flags.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';

type SignOffDialogProps = {
  detail: Pick<DeskDocumentDetail, 'schema' | 'flags'>;
  isBusy: boolean;
  onClose: () => void;
  onSignOff: () => void;
  /** Closes the dialog and goes to the place of a flag. */
  onGo: (pointer: string) => void;
};

/** Asks before a document is approved with open flags: names all of them and leads to each. `Enter` means no. */
export function SignOffDialog({ detail, isBusy, onClose, onSignOff, onGo }: SignOffDialogProps) {
  const { schema, flags } = detail;
  const { flags: count, fields } = countOpenFlags(flags);
  return (
    <Dialog
      title={count === 1 ? 'One flag is still open' : `${count} flags are still open`}
      width="medium"
      role="alertdialog"
      isOpen
      onClose={onClose}
      onSubmit={() => !isBusy && onSignOff()}
      footer={
        <>
          <Button size="large" autoFocus onPress={onClose}>
            Cancel
          </Button>
          <Button size="large" variant="primary" onPress={onSignOff} isPending={isBusy}>
            Approve anyway <SubmitKbd />
          </Button>
        </>
      }
    >
      <p className="pb-2 text-ink-muted text-sm">
        {fields > 1 ? `They are in ${fields} fields. ` : ''}
        {count === 1 ? 'Go to it, or sign it off. ' : 'Go to each, or sign them off. '}
        Your approval records how many you signed off.
      </p>
      <ul aria-label="Open flags" className="divide-y border-y">
        {flags.map(({ pointer, reason, message }) => (
          <li key={JSON.stringify([pointer, reason, message])} className="py-0.5">
            <button
              type="button"
              onClick={() => onGo(pointer)}
              className="w-full rounded-sm px-1.5 py-1 text-left text-sm hover:bg-hover focus-visible:outline-2 focus-visible:outline-accent"
            >
              <span className="font-medium text-accent underline-offset-2 hover:underline">
                {labelOf(schema, pointer) || 'The document'}
              </span>
              <span className="block text-ink-muted text-xs">{message}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

'use client';

import { CircleHelp, KeyRound, RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import { useMay } from '#components/shared/current-user.ts';
import { popoverStyle } from '#components/ui/layers/popover-style.ts';
import { showToast } from '#components/ui/layers/toast.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { wakeDocumentChanges } from '#lib/client/documents/changes/use-document-changes.ts';
import { useRetryDocument } from '#lib/client/documents/document.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { PasswordDialog } from './password-dialog.tsx';

const PASSWORD_CODES = new Set(['password_required', 'password_wrong']);

/**
 * Why a document failed, with the button that tries again. Plain buttons, because a list of failures has hundreds of
 * them; what floats is made when it is opened.
 */
export function FailureNote({ document }: { document: DeskDocument }) {
  const retry = useRetryDocument(document.id);
  const mayRetry = useMay('reviewer');
  const why = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<'reason' | 'password' | null>(null);
  const reason = document.failure?.message ?? 'No reason was given.';
  const needsPassword = PASSWORD_CODES.has(document.failure?.code ?? '');
  const tryAgain = () => {
    if (retry.isPending) return;
    retry.mutate(undefined, {
      onSuccess: wakeDocumentChanges,
      onError: (error) => showToast({ tone: 'bad', title: `${document.name}: not retried`, detail: errorMessage(error) }),
    });
  };
  const action = needsPassword ? 'Give the password' : 'Try again';
  return (
    <>
      <button
        ref={why}
        type="button"
        title={reason}
        aria-label={`Why: ${reason}`}
        onClick={() => setOpen('reason')}
        className="min-w-0 flex-1 rounded-sm text-left text-2xs text-ink-muted leading-3.5 hover:text-ink"
      >
        <span className="line-clamp-2 max-md:hidden">{reason}</span>
        <CircleHelp size={14} aria-hidden className="md:hidden" />
      </button>
      {mayRetry ? (
        <button
          type="button"
          title={action}
          aria-label={action}
          onClick={() => (needsPassword ? setOpen('password') : tryAgain())}
          className="flex size-6 shrink-0 items-center justify-center rounded-md text-ink-muted hover:bg-pressed hover:text-ink"
        >
          {retry.isPending ? (
            <Spinner size={13} />
          ) : needsPassword ? (
            <KeyRound size={13} aria-hidden />
          ) : (
            <RotateCcw size={13} aria-hidden />
          )}
        </button>
      ) : null}
      {open === 'reason' ? (
        <Popover isOpen onOpenChange={() => setOpen(null)} triggerRef={why} placement="bottom start" className={popoverStyle}>
          <Dialog aria-label="Why it failed" className="max-w-100 p-2 text-sm outline-none">
            {reason}
          </Dialog>
        </Popover>
      ) : null}
      {open === 'password' ? <PasswordDialog document={document} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

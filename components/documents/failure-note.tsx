'use client';

import { CircleHelp, KeyRound, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { IconButton } from '#components/ui/icon-button.tsx';
import { popoverStyle } from '#components/ui/popover-style.ts';
import { showToast } from '#components/ui/toast.tsx';
import { Tooltip } from '#components/ui/tooltip.tsx';
import { useRetryDocument } from '#lib/client/document.ts';
import { errorMessage } from '#lib/client/error-message.ts';
import { wakeDocumentChanges } from '#lib/client/use-document-changes.ts';
import type { DeskDocument } from '#lib/contract/desk-document.ts';
import { useMay } from '../shell/current-user.ts';
import { PasswordDialog } from './password-dialog.tsx';

const PASSWORD_CODES = new Set(['password_required', 'password_wrong']);

/** Why a document failed, with the button that tries again. */
export function FailureNote({ document }: { document: DeskDocument }) {
  const retry = useRetryDocument(document.id);
  const mayRetry = useMay('reviewer');
  const [asksPassword, setAsksPassword] = useState(false);
  const reason = document.failure?.message ?? 'No reason was given.';
  const needsPassword = PASSWORD_CODES.has(document.failure?.code ?? '');
  return (
    <>
      <DialogTrigger>
        <Tooltip text={reason} placement="bottom start">
          <Button
            aria-label={`Why: ${reason}`}
            className="min-w-0 flex-1 truncate rounded-sm text-left text-ink-muted text-xs data-hovered:text-ink"
          >
            <span className="max-md:hidden">{reason}</span>
            <CircleHelp size={14} aria-hidden className="md:hidden" />
          </Button>
        </Tooltip>
        <Popover placement="bottom start" className={popoverStyle}>
          <Dialog aria-label="Why it failed" className="max-w-100 p-2 text-sm outline-none">
            {reason}
          </Dialog>
        </Popover>
      </DialogTrigger>
      {mayRetry && needsPassword ? (
        <IconButton
          label="Give the password"
          icon={<KeyRound size={13} aria-hidden />}
          size="small"
          onPress={() => setAsksPassword(true)}
        />
      ) : null}
      {mayRetry && !needsPassword ? (
        <IconButton
          label="Try again"
          icon={<RotateCcw size={13} aria-hidden />}
          size="small"
          isPending={retry.isPending}
          onPress={() =>
            retry.mutate(undefined, {
              onSuccess: wakeDocumentChanges,
              onError: (error) => showToast({ tone: 'bad', title: `${document.name}: not tried again`, detail: errorMessage(error) }),
            })
          }
        />
      ) : null}
      {asksPassword ? <PasswordDialog document={document} onClose={() => setAsksPassword(false)} /> : null}
    </>
  );
}

'use client';

import { type FormEvent, useState } from 'react';
import { PasswordField } from '#components/shared/password-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { wakeDocumentChanges } from '#lib/client/documents/changes/use-document-changes.ts';
import { useGivePassword } from '#lib/client/documents/document.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';

/** Asks for the password of a protected file. It is used once and not kept in the browser. */
export function PasswordDialog({ document, onClose }: { document: Pick<DeskDocument, 'id' | 'name'>; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const give = useGivePassword(document.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!password || give.isPending) return;
    give.mutate(password, {
      onSuccess: () => {
        wakeDocumentChanges();
        onClose();
      },
    });
  };
  return (
    <Dialog
      title="Password of the file"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button size="large" onPress={onClose}>
            Cancel
          </Button>
          <Button size="large" variant="primary" type="submit" form="file-password" isPending={give.isPending} isDisabled={!password}>
            Open the file
          </Button>
        </>
      }
    >
      <form id="file-password" onSubmit={submit}>
        <p className="mb-4 break-words text-ink-muted">
          <bdi>{document.name}</bdi> is protected.
        </p>
        <PasswordField
          label="Password"
          autoComplete="off"
          value={password}
          onChange={setPassword}
          error={give.isError ? errorMessage(give.error) : undefined}
          autoFocus
        />
      </form>
    </Dialog>
  );
}

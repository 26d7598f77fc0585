'use client';

import { useState } from 'react';
import { PasswordField } from '#components/shared/password-field.tsx';
import { FormDialog } from '#components/ui/layers/form-dialog.tsx';
import { wakeDocumentChanges } from '#lib/client/documents/changes/use-document-changes.ts';
import { useGivePassword } from '#lib/client/documents/document.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';

/** Asks for the password of a protected file. It is used once and not kept in the browser. */
export function PasswordDialog({ document, onClose }: { document: Pick<DeskDocument, 'id' | 'name'>; onClose: () => void }) {
  const [password, setPassword] = useState('');
  const give = useGivePassword(document.id);
  const submit = () => {
    if (!password) return;
    give.mutate(password, {
      onSuccess: () => {
        wakeDocumentChanges();
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title="Password of the file"
      isOpen
      onClose={onClose}
      submitLabel="Open the file"
      onSubmit={submit}
      isPending={give.isPending}
      isDisabled={!password}
    >
      <p className="break-words text-ink-muted">
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
    </FormDialog>
  );
}

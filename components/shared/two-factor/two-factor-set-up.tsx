'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/inputs/checkbox.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage, fieldErrors } from '#lib/client/http/error-message.ts';
import { useConfirmTwoFactor, useStartTwoFactor } from '#lib/client/team/account.ts';
import { BackupCodes } from './backup-codes.tsx';
import { PasswordQuestion } from './password-question.tsx';
import { QrCode } from './qr-code.tsx';

/** Password, then the code for the app, then the backup codes, then the first code: only then two-factor is on. */
export function TwoFactorSetUp({ onDone }: { onDone: () => void }) {
  const start = useStartTwoFactor();
  const confirm = useConfirmTwoFactor();
  const [code, setCode] = useState('');
  const [isKept, setKept] = useState(false);
  if (!start.data) {
    return (
      <PasswordQuestion
        words="You need an authenticator app, for example the one in your password manager."
        label="Next"
        isPending={start.isPending}
        error={start.error}
        onAnswer={(password) => start.mutate(password)}
      />
    );
  }
  const { uri, secret, backup_codes } = start.data;
  const wrong = fieldErrors(confirm.error)['/code'];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!confirm.isPending) confirm.mutate(code, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <div className="flex gap-4 max-sm:flex-col">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <div className="min-w-0">
          <p className="font-medium">1. Scan this with the app</p>
          <p className="mt-1 text-ink-muted">Or enter this secret in the app:</p>
          <code className="mt-1 block break-words rounded-md bg-sunken px-2 py-1 font-mono text-xs" data-testid="totp-secret">
            {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </code>
        </div>
      </div>
      <div>
        <p className="mb-1 font-medium">2. Save the backup codes</p>
        <BackupCodes codes={backup_codes} />
        <Checkbox isSelected={isKept} onChange={setKept} className="mt-3">
          I have saved them
        </Checkbox>
      </div>
      <div>
        <p className="mb-1 font-medium">3. Enter the code shown in the app</p>
        {confirm.isError && !wrong ? (
          <Notice tone="bad" className="mb-2">
            {errorMessage(confirm.error)}
          </Notice>
        ) : null}
        <div className="flex items-start gap-2">
          <TextField
            aria-label="Code from the app"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="123456"
            maxLength={7}
            value={code}
            onChange={(value) => {
              // the mark of a wrong code holds the form back
              confirm.reset();
              setCode(value);
            }}
            error={wrong}
            isRequired
            className="w-40"
          />
          <Button type="submit" variant="primary" size="large" isPending={confirm.isPending} isDisabled={!isKept}>
            Switch on
          </Button>
        </div>
        {isKept ? null : <p className="mt-1 text-ink-muted text-xs">Save the backup codes first.</p>}
      </div>
    </form>
  );
}

'use client';

import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { countOf } from '#components/shared/format.ts';
import { BackupCodes } from '#components/shared/two-factor/backup-codes.tsx';
import { PasswordQuestion } from '#components/shared/two-factor/password-question.tsx';
import { TwoFactorSetUp } from '#components/shared/two-factor/two-factor-set-up.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { useRemoveTwoFactor, useReplaceBackupCodes } from '#lib/client/team/account.ts';
import type { Account } from '#lib/contract/desk/account.ts';
import { SettingsPart } from '../settings-page.tsx';

type Window = 'set-up' | 'off' | 'codes';

/** Switches two-factor on and off, and makes new backup codes. */
export function TwoFactorPart({ account }: { account: Account }) {
  const remove = useRemoveTwoFactor();
  const replace = useReplaceBackupCodes();
  const [window, setWindow] = useState<Window | null>(null);
  const close = () => {
    setWindow(null);
    remove.reset();
    replace.reset();
  };
  return (
    <SettingsPart
      title="Two-factor"
      words="A code from an app on your phone in addition to your password, so that a stolen password is not enough to sign in."
    >
      {account.two_factor ? (
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone="ok" icon={<ShieldCheck size={12} aria-hidden />}>
            Switched on
          </Badge>
          <span className="mr-2 text-ink-muted text-xs">{countOf(account.backup_codes_left ?? 0, 'backup code')} left</span>
          <Button onPress={() => setWindow('codes')}>New backup codes</Button>
          {account.two_factor_required ? null : <Button onPress={() => setWindow('off')}>Switch off</Button>}
        </div>
      ) : (
        <Button onPress={() => setWindow('set-up')}>Switch on</Button>
      )}
      <Dialog title="Switch two-factor on" isOpen={window === 'set-up'} onClose={close} isDismissable={false}>
        <TwoFactorSetUp onDone={close} />
      </Dialog>
      <Dialog title="Switch two-factor off" isOpen={window === 'off'} onClose={close}>
        <PasswordQuestion
          words="Your password alone is then enough to sign in."
          label="Switch off"
          isDanger
          isPending={remove.isPending}
          error={remove.error}
          onAnswer={(password) => remove.mutate(password, { onSuccess: close })}
        />
      </Dialog>
      <Dialog title="New backup codes" isOpen={window === 'codes'} onClose={close} isDismissable={!replace.data}>
        {replace.data ? (
          <>
            <BackupCodes codes={replace.data.backup_codes} />
            <Button variant="primary" size="large" onPress={close} className="mt-4 w-full">
              Done
            </Button>
          </>
        ) : (
          <PasswordQuestion
            words="The old codes stop working."
            label="Create new codes"
            isPending={replace.isPending}
            error={replace.error}
            onAnswer={(password) => replace.mutate(password)}
          />
        )}
      </Dialog>
    </SettingsPart>
  );
}

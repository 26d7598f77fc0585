'use client';

import { useQuery } from '@tanstack/react-query';
import { useCurrentUser, useMay } from '#components/shared/current-user.ts';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { ROLE_WORDS } from '#components/shared/role-words.ts';
import { accountQuery } from '#lib/client/team/account.ts';
import { SettingsPage, SettingsPart } from '../settings-page.tsx';
import { MailPart } from './mail-part.tsx';
import { NameForm } from './name-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionsPart } from './sessions-part.tsx';
import { TwoFactorPart } from './two-factor-part.tsx';

/** What a person may see and change of their own account. */
export function AccountScreen() {
  const { email, role } = useCurrentUser();
  const hasInbox = useMay('reviewer');
  const account = useQuery(accountQuery);
  return (
    <SettingsPage title="Your account" words={`${email} · ${ROLE_WORDS[role]}`}>
      <LoadingPart query={account}>
        {(own) => (
          <>
            <SettingsPart title="Name">
              <NameForm name={own.name} />
            </SettingsPart>
            {own.has_password ? (
              <>
                <SettingsPart title="Password" words="Changing it ends all your other sessions.">
                  <PasswordForm />
                </SettingsPart>
                <TwoFactorPart account={own} />
              </>
            ) : (
              <SettingsPart title="Password" words="You sign in through your company. Change your password there.">
                {null}
              </SettingsPart>
            )}
            {hasInbox ? <MailPart /> : null}
            <SessionsPart />
          </>
        )}
      </LoadingPart>
    </SettingsPage>
  );
}

'use client';

import { useCurrentUser } from '../../shell/current-user.ts';
import { ROLE_WORDS } from '../../shell/role-words.ts';
import { SettingsPage, SettingsPart } from '../settings-page.tsx';

/** What a person may see and change of their own account. */
export function AccountScreen() {
  const user = useCurrentUser();
  return (
    <SettingsPage title="Your account">
      <SettingsPart title="Who you are">
        {user.name} · {user.email} · {ROLE_WORDS[user.role]}
      </SettingsPart>
    </SettingsPage>
  );
}

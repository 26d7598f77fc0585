'use client';

import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { Button } from '#components/ui/button.tsx';
import { Switch } from '#components/ui/inputs/switch.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { peopleQuery, useSaveSignInRules } from '#lib/client/team/people.ts';
import { SettingsPage, SettingsPart } from '../settings-page.tsx';
import { InvitationsPart } from './invitations-part.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PeopleTable } from './people-table.tsx';

/** Who has an account, what they may do, who is invited, and what everybody needs to sign in. */
export function PeopleScreen() {
  const people = useQuery(peopleQuery);
  const saveRules = useSaveSignInRules();
  const [isInviting, setInviting] = useState(false);
  return (
    <SettingsPage
      title="People"
      words="Everyone with an account on this desk."
      actions={
        <Button variant="primary" icon={<UserPlus size={14} aria-hidden />} onPress={() => setInviting(true)}>
          Invite
        </Button>
      }
    >
      <LoadingPart query={people}>
        {({ items, require_two_factor }) => (
          <>
            <PeopleTable people={items} isTwoFactorRequired={require_two_factor} />
            <InvitationsPart />
            <SettingsPart title="Sign-in">
              <Switch
                isSelected={require_two_factor}
                isDisabled={saveRules.isPending}
                onChange={(isOn) =>
                  saveRules.mutate(
                    { require_two_factor: isOn },
                    { onError: (error) => showToast({ tone: 'bad', title: 'Not saved', detail: errorMessage(error) }) },
                  )
                }
              >
                Require two-factor for everyone with a password
              </Switch>
              <p className="mt-1 ml-9 text-ink-muted text-xs">
                Anyone without it, including you, must switch it on before doing anything else. People who sign in through the company
                follow its rules.
              </p>
            </SettingsPart>
          </>
        )}
      </LoadingPart>
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} />
    </SettingsPage>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { Button } from '#components/ui/button.tsx';
import { BodyCell, HeadCell } from '#components/ui/table.tsx';
import { showToast } from '#components/ui/toast.tsx';
import { errorMessage } from '#lib/client/error-message.ts';
import { invitationsQuery, useRemoveInvitation } from '#lib/client/people.ts';
import { formatFullMoment, formatMoment } from '../../documents/format.ts';
import { ROLE_WORDS } from '../../shell/role-words.ts';
import { FramedTable } from '../framed-table.tsx';
import { LoadingPart } from '../loading-part.tsx';
import { SettingsPart } from '../settings-page.tsx';

/** Invitations that nobody has used yet. */
export function InvitationsPart() {
  const invitations = useQuery(invitationsQuery);
  const remove = useRemoveInvitation();
  if (invitations.data?.items.length === 0) return null;
  return (
    <SettingsPart title="Open invitations">
      <LoadingPart query={invitations}>
        {({ items }) => (
          <FramedTable label="Open invitations">
            <thead>
              <tr>
                <HeadCell>For</HeadCell>
                <HeadCell>Role</HeadCell>
                <HeadCell>Made by</HeadCell>
                <HeadCell>Ends</HeadCell>
                <HeadCell className="w-28">
                  <span className="sr-only">Actions</span>
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {items.map(({ id, email, role, made_by, expires_at }) => (
                <tr key={id}>
                  <BodyCell>{email ?? <span className="text-ink-muted">Whoever has the link</span>}</BodyCell>
                  <BodyCell>{ROLE_WORDS[role]}</BodyCell>
                  <BodyCell className="text-ink-muted">{made_by}</BodyCell>
                  <BodyCell className="whitespace-nowrap text-ink-muted">
                    <time dateTime={expires_at} title={formatFullMoment(expires_at)}>
                      {formatMoment(expires_at)}
                    </time>
                  </BodyCell>
                  <BodyCell className="text-right">
                    <Button
                      size="small"
                      variant="quiet"
                      isPending={remove.isPending && remove.variables === id}
                      onPress={() =>
                        remove.mutate(id, {
                          onError: (error) => showToast({ tone: 'bad', title: 'Not taken back', detail: errorMessage(error) }),
                        })
                      }
                    >
                      Take back
                    </Button>
                  </BodyCell>
                </tr>
              ))}
            </tbody>
          </FramedTable>
        )}
      </LoadingPart>
    </SettingsPart>
  );
}

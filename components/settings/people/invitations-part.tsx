'use client';

import { useQuery } from '@tanstack/react-query';
import { formatFullMoment, formatMoment } from '#components/shared/format.ts';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { ROLE_WORDS } from '#components/shared/role-words.ts';
import { Button } from '#components/ui/button.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { BodyCell, HeadCell } from '#components/ui/table.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { invitationsQuery, useRemoveInvitation } from '#lib/client/team/people.ts';
import { FramedTable } from '../framed-table.tsx';
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
                <HeadCell className="max-md:hidden">Created by</HeadCell>
                <HeadCell className="max-md:hidden">Expires</HeadCell>
                <HeadCell className="w-28">
                  <span className="sr-only">Actions</span>
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {items.map(({ id, email, role, made_by, expires_at }) => (
                <tr key={id}>
                  <BodyCell className="max-md:w-full max-md:max-w-0 max-md:py-1.5">
                    <span className="block truncate">{email ?? <span className="text-ink-muted">Anyone with the link</span>}</span>
                    <span className="block text-ink-muted text-xs md:hidden">Ends {formatMoment(expires_at)}</span>
                  </BodyCell>
                  <BodyCell>{ROLE_WORDS[role]}</BodyCell>
                  <BodyCell className="text-ink-muted max-md:hidden">{made_by}</BodyCell>
                  <BodyCell className="whitespace-nowrap text-ink-muted max-md:hidden">
                    <time dateTime={expires_at} title={formatFullMoment(expires_at)}>
                      {formatMoment(expires_at)}
                    </time>
                  </BodyCell>
                  <BodyCell className="text-right max-md:pl-0">
                    <Button
                      size="small"
                      variant="quiet"
                      isPending={remove.isPending && remove.variables === id}
                      onPress={() =>
                        remove.mutate(id, {
                          onError: (error) =>
                            showToast({ tone: 'bad', title: 'The invitation was not revoked', detail: errorMessage(error) }),
                        })
                      }
                    >
                      Revoke
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

'use client';

import { useQuery } from '@tanstack/react-query';
import { formatFullMoment, formatMoment } from '#components/shared/format.ts';
import { LoadingPart } from '#components/shared/loading-part.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { BodyCell, HeadCell } from '#components/ui/table.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { ownSessionsQuery, useEndOtherSessions, useEndSession } from '#lib/client/team/account.ts';
import { FramedTable } from '../framed-table.tsx';
import { SettingsPart } from '../settings-page.tsx';

const refuse = (error: unknown) => showToast({ tone: 'bad', title: 'The session was not ended', detail: errorMessage(error) });

/** Where one is signed in, and how to end that. */
export function SessionsPart() {
  const sessions = useQuery(ownSessionsQuery);
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  return (
    <SettingsPart title="Sessions" words="Where you are signed in. End any session you do not recognise, then change your password.">
      <LoadingPart query={sessions}>
        {({ items }) => (
          <>
            <FramedTable label="Your sessions">
              <thead>
                <tr>
                  <HeadCell>Device</HeadCell>
                  <HeadCell className="max-md:hidden">Address</HeadCell>
                  <HeadCell className="max-md:hidden">Signed in</HeadCell>
                  <HeadCell>Last seen</HeadCell>
                  <HeadCell className="w-24">
                    <span className="sr-only">Actions</span>
                  </HeadCell>
                </tr>
              </thead>
              <tbody>
                {items.map((session) => (
                  <tr key={session.id}>
                    <BodyCell className="whitespace-nowrap max-md:w-full max-md:max-w-0 max-md:py-1.5">
                      <span className="block truncate">{session.device}</span>
                      <span className="block truncate text-ink-muted text-xs md:hidden">{session.address ?? '–'}</span>
                    </BodyCell>
                    <BodyCell className="text-ink-muted max-md:hidden">{session.address ?? '–'}</BodyCell>
                    <BodyCell className="whitespace-nowrap text-ink-muted max-md:hidden">
                      <Moment at={session.created_at} />
                    </BodyCell>
                    <BodyCell className="whitespace-nowrap text-ink-muted">
                      <Moment at={session.last_seen_at} />
                    </BodyCell>
                    <BodyCell className="whitespace-nowrap text-right max-md:pl-0">
                      {session.present ? (
                        <Badge tone="accent">This session</Badge>
                      ) : (
                        <Button
                          size="small"
                          variant="quiet"
                          aria-label={`End ${session.device}, ${session.address ?? 'unknown address'}`}
                          isPending={end.isPending && end.variables === session.id}
                          onPress={() => end.mutate(session.id, { onError: refuse })}
                        >
                          End
                        </Button>
                      )}
                    </BodyCell>
                  </tr>
                ))}
              </tbody>
            </FramedTable>
            {items.length > 1 ? (
              <Button className="mt-3" isPending={endOthers.isPending} onPress={() => endOthers.mutate(undefined, { onError: refuse })}>
                End all other sessions
              </Button>
            ) : null}
          </>
        )}
      </LoadingPart>
    </SettingsPart>
  );
}

function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatFullMoment(at)}>
      {formatMoment(at)}
    </time>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FrontCard } from '#components/shared/front-card.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { openedLinkQuery } from '#lib/client/team/people.ts';
import { LinkForm } from './link-form.tsx';

/** Where one-time links lead: joins the desk, or chooses a new password. The secret stands behind `#` and is taken out of the address. */
export function InvitationScreen() {
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    setToken((known) => known ?? window.location.hash.slice(1));
    window.history.replaceState(null, '', window.location.pathname);
  }, []);
  const link = useQuery(openedLinkQuery(token ?? ''));
  if (token === '' || link.isError) {
    const words =
      token === '' ? 'This address is incomplete. Open the full link again, or ask an admin for a new one.' : errorMessage(link.error);
    return (
      <FrontCard title="This link does not work">
        <Notice tone="bad">{words}</Notice>
        <div className="mt-4 flex gap-2">
          {token === '' ? null : <Button onPress={() => link.refetch()}>Try again</Button>}
          <LinkButton href="/sign-in">Sign in</LinkButton>
        </div>
      </FrontCard>
    );
  }
  if (!link.data || token === null) {
    return (
      <main className="grid h-full place-items-center text-ink-faint">
        <Spinner size={20} label="Loading" />
      </main>
    );
  }
  const { kind, made_by, name } = link.data;
  return kind === 'invitation' ? (
    <FrontCard title="Join this desk" words={`${made_by} invites you.`}>
      <LinkForm token={token} link={link.data} />
    </FrontCard>
  ) : (
    <FrontCard title="Choose a new password" words={`For ${name}. All your sessions end.`}>
      <LinkForm token={token} link={link.data} />
    </FrontCard>
  );
}

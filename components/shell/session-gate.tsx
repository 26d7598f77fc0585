'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname, useRouter } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { sessionQuery } from '#lib/client/team/session.ts';

const TwoFactorFirst = lazyWithPrefetch(
  async () => (await import('#components/shared/two-factor/two-factor-first.tsx')).TwoFactorFirst,
  undefined,
  {
    isRare: true,
  },
);

/** Shows its children to a signed-in user only; leads everyone else to set-up or sign-in. */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useQuery(sessionQuery);
  const router = useRouter();
  const pathname = usePathname();
  const user = session.data?.user;
  const elsewhere = !session.data || user ? null : session.data.set_up ? '/set-up' : '/sign-in';
  useEffect(() => {
    if (elsewhere === '/sign-in') router.replace(`/sign-in?next=${encodeURIComponent(pathname + window.location.search)}`);
    else if (elsewhere) router.replace(elsewhere);
  }, [elsewhere, pathname, router]);
  if (user) {
    return <CurrentUserContext value={user}>{session.data?.two_factor_needed ? <TwoFactorFirst /> : children}</CurrentUserContext>;
  }
  if (session.isError) {
    return (
      <main className="grid h-full place-items-center">
        <EmptyState
          title="The desk is not responding"
          actions={
            <Button variant="primary" size="large" onPress={() => session.refetch()} isPending={session.isFetching}>
              Try again
            </Button>
          }
        >
          {errorMessage(session.error)}
        </EmptyState>
      </main>
    );
  }
  return (
    <main className="grid h-full place-items-center text-ink-faint">
      <Spinner size={20} label="Loading" />
    </main>
  );
}

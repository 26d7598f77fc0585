'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { type ReactNode, useEffect } from 'react';
import { CurrentUserContext } from '#components/shared/current-user.ts';
import { LostNote } from '#components/shared/lost-note.tsx';
import { lazyWithPrefetch } from '#components/ui/lazy-with-prefetch.tsx';
import { sessionQuery } from '#lib/client/team/session.ts';

// This screen's code comes with every page: without this, the frame would come twice.
const AppFrame = lazyWithPrefetch<{ children: ReactNode }>(async () => (await import('./app-frame.tsx')).AppFrame, undefined, {
  isRare: true,
});

/** The address that this page was loaded for. */
const LOADED = typeof window === 'undefined' ? '' : window.location.pathname;

/** An address that no screen has: inside the frame for whoever is signed in, on its own for everybody else. */
export function LostScreen() {
  const { data } = useQuery(sessionQuery);
  const pathname = usePathname();
  useEffect(() => {
    // The router keeps a frame that was not found: whatever is opened from here is loaded anew.
    if (pathname !== LOADED) window.location.reload();
  }, [pathname]);
  if (!data?.user || data.two_factor_needed) {
    return (
      <main className="flex h-full">
        <LostNote />
      </main>
    );
  }
  return (
    <CurrentUserContext value={data.user}>
      <AppFrame>
        <LostNote />
      </AppFrame>
    </CurrentUserContext>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '#lib/client/session.ts';
import { AppFrame } from './app-frame.tsx';
import { CurrentUserContext } from './current-user.ts';
import { LostNote } from './lost-note.tsx';

/** An address that no screen has: inside the frame for whoever is signed in, on its own for everybody else. */
export function LostScreen() {
  const { data } = useQuery(sessionQuery);
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

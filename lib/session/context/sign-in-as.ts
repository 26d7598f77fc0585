import type { BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';

/** A plugin for better-auth that signs in somebody whose identity was proved elsewhere. It has no address: only we can call it. */
export const signInAs = {
  id: 'sign-in-as',
  endpoints: {
    signInAs: createAuthEndpoint.serverOnly({ method: 'POST', body: z.object({ userId: z.string() }) }, async (c) => {
      const user = await c.context.internalAdapter.findUserById(c.body.userId);
      if (!user) throw c.error('NOT_FOUND');
      const session = await c.context.internalAdapter.createSession(user.id);
      await setSessionCookie(c, { session, user });
      return c.json({ id: user.id });
    }),
  },
} satisfies BetterAuthPlugin;

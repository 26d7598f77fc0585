import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { SignedIn } from '#lib/contract/desk/account.ts';
import type { SessionState } from '#lib/contract/desk/user.ts';
import { forgetBulkUndo } from '../documents/bulk-undo.ts';
import { requestJson, requestNothing } from '../http/http.ts';

export const sessionKey = ['session'] as const;

/** Who is signed in, and whether the first account has still to be made. */
export const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: ({ signal }): Promise<SessionState> => requestJson<SessionState>('/api/session', { signal }),
  staleTime: 60_000,
});

/** Makes the first account and signs in with it. */
export function useSetUp() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; email: string; password: string; token: string }) =>
      requestJson<SessionState>('/api/set-up', { method: 'POST', body }),
    onSuccess: (state) => client.setQueryData(sessionKey, state),
  });
}

/** Signs in with e-mail address and password; `two_factor_needed` in the answer asks for a code besides. */
export function useSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; password: string }) => requestJson<SignedIn>('/api/auth/sign-in/email', { method: 'POST', body }),
    onSuccess: async ({ two_factor_needed }) => {
      if (!two_factor_needed) await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
    },
  });
}

/** The second step: a code of the app, or a backup code. */
export function useSignInCode() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => requestNothing('/api/auth/sign-in/code', { method: 'POST', body: { code } }),
    onSuccess: () => client.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  });
}

/** Signs out and forgets everything the desk answered. */
export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => requestNothing('/api/auth/sign-out', { method: 'POST', body: {} }),
    onSuccess: () => {
      client.clear();
      forgetBulkUndo();
      // A full load also drops what components hold in memory.
      window.location.assign('/sign-in');
    },
  });
}

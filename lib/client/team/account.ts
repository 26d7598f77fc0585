import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { Account, backupCodesSchema, ChangePassword, listOwnSessionsSchema, TwoFactorStart } from '#lib/contract/desk/account.ts';
import { requestJson, requestNothing } from '../http/http.ts';
import { sessionKey } from './session.ts';

const accountKey = ['account'] as const;
const sessionsKey = ['own-sessions'] as const;

/** One's own account. */
export const accountQuery = queryOptions({
  queryKey: accountKey,
  queryFn: ({ signal }) => requestJson<Account>('/api/account', { signal }),
  staleTime: 10_000,
});

/** One's own sessions. */
export const ownSessionsQuery = queryOptions({
  queryKey: sessionsKey,
  queryFn: ({ signal }) => requestJson<z.infer<typeof listOwnSessionsSchema>>('/api/sessions', { signal }),
  staleTime: 5_000,
});

/** A change of one's own account; afterwards account, sessions and who is signed in are asked again. */
function useAccountChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => Promise.all([accountKey, sessionsKey, sessionKey].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

export function useChangeName() {
  return useAccountChange((name: string) => requestJson<Account>('/api/account', { method: 'PUT', body: { name } }));
}

/** Changes the password; all other sessions end. */
export function useChangePassword() {
  return useAccountChange((body: ChangePassword) => requestNothing('/api/account/password', { method: 'PUT', body }));
}

/** Asks for the secret for an authenticator app. */
export function useStartTwoFactor() {
  return useMutation({
    mutationFn: (password: string) => requestJson<TwoFactorStart>('/api/account/two-factor', { method: 'POST', body: { password } }),
  });
}

/** Switches two-factor on with the first code. */
export function useConfirmTwoFactor() {
  return useAccountChange((code: string) => requestNothing('/api/account/two-factor', { method: 'PUT', body: { code } }));
}

export function useRemoveTwoFactor() {
  return useAccountChange((password: string) => requestNothing('/api/account/two-factor', { method: 'DELETE', body: { password } }));
}

export function useReplaceBackupCodes() {
  return useAccountChange((password: string) =>
    requestJson<z.infer<typeof backupCodesSchema>>('/api/account/backup-codes', { method: 'POST', body: { password } }),
  );
}

export function useEndSession() {
  return useAccountChange((id: string) => requestNothing(`/api/sessions/${id}`, { method: 'DELETE' }));
}

export function useEndOtherSessions() {
  return useAccountChange(() => requestNothing('/api/sessions', { method: 'DELETE' }));
}

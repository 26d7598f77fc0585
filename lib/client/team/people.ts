import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type {
  ChangePerson,
  ListPeople,
  listInvitationsSchema,
  MadeLink,
  NewInvitation,
  OpenedLink,
  Person,
  UseLink,
  usedLinkSchema,
} from '#lib/contract/desk/people.ts';
import { requestJson, requestNothing } from '../http/http.ts';
import { sessionKey } from './session.ts';

const peopleKey = ['people'] as const;
const invitationsKey = ['invitations'] as const;

/** Everybody with an account, for admins. */
export const peopleQuery = queryOptions({
  queryKey: peopleKey,
  queryFn: ({ signal }): Promise<ListPeople> => requestJson<ListPeople>('/api/people', { signal }),
  staleTime: 10_000,
});

/** Invitations that can still be used, for admins. */
export const invitationsQuery = queryOptions({
  queryKey: invitationsKey,
  queryFn: ({ signal }) => requestJson<z.infer<typeof listInvitationsSchema>>('/api/invitations', { signal }),
  staleTime: 10_000,
});

function useChange<Input, Output>(key: readonly string[], mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: key }) });
}

/** Changes a person's role, or switches the account off or on. */
export function useChangePerson() {
  return useChange(peopleKey, ({ id, ...change }: ChangePerson & { id: string }) =>
    requestJson<Person>(`/api/people/${id}`, { method: 'PUT', body: change }),
  );
}

export function useRemovePerson() {
  return useChange(peopleKey, (id: string) => requestNothing(`/api/people/${id}`, { method: 'DELETE' }));
}

/** Takes a person's second factor away. */
export function useRemoveTwoFactorOf() {
  return useChange(peopleKey, (id: string) => requestJson<Person>(`/api/people/${id}/two-factor`, { method: 'DELETE' }));
}

/** Makes a link to a new password. */
export function useCreatePasswordLink() {
  return useMutation({
    mutationFn: (id: string) => requestJson<MadeLink>(`/api/people/${id}/password-link`, { method: 'POST', body: {} }),
  });
}

export function useSaveSignInRules() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (rules: { require_two_factor: boolean }) => requestJson<ListPeople>('/api/people', { method: 'PUT', body: rules }),
    onSuccess: (people) => {
      client.setQueryData(peopleKey, people);
      return client.invalidateQueries({ queryKey: sessionKey });
    },
  });
}

export function useCreateInvitation() {
  return useChange(invitationsKey, (body: NewInvitation) => requestJson<MadeLink>('/api/invitations', { method: 'POST', body }));
}

export function useRemoveInvitation() {
  return useChange(invitationsKey, (id: string) => requestNothing(`/api/invitations/${id}`, { method: 'DELETE' }));
}

/** What a one-time link is for. */
export function openedLinkQuery(token: string) {
  return queryOptions({
    queryKey: ['link', token] as const,
    queryFn: ({ signal }) => requestJson<OpenedLink>('/api/links/open', { method: 'POST', body: { token }, signal }),
    enabled: token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Joins with an invitation, or sets a new password. */
export function useOneTimeLink() {
  return useMutation({
    mutationFn: (body: UseLink) => requestJson<z.infer<typeof usedLinkSchema>>('/api/links/use', { method: 'POST', body }),
  });
}

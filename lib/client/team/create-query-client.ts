import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { findConnection, onConnection } from '../http/connection.ts';
import { isPassing } from '../http/error-message.ts';
import { retryAfterMs } from '../http/poll-pace.ts';
import { shareStructure } from '../http/share-structure.ts';
import { sessionKey } from './session.ts';

/** The browser's cache of what the desk answered. A 401 anywhere asks for the session again, which leads to sign-in. */
export function createQueryClient(): QueryClient {
  // Requests wait only while the desk does not answer; what the browser says of the network does not count by itself.
  if (typeof window !== 'undefined') onlineManager.setEventListener((note) => onConnection(() => note(findConnection() !== 'offline')));
  const onError = (error: unknown) => {
    if (error instanceof ProblemError && error.code === 'unauthenticated') void client.invalidateQueries({ queryKey: sessionKey });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 10 * 60_000,
        retry: (count, error) => count < 2 && isPassing(error),
        retryDelay: (count, error) => Math.max(1000 * 2 ** count, retryAfterMs(error)),
        structuralSharing: shareStructure,
      },
      mutations: { retry: false },
    },
  });
  return client;
}

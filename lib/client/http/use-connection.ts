import { useSyncExternalStore } from 'react';
import { type Connection, findConnection, onConnection } from './connection.ts';

/** Whether the desk can be reached from here, for a component, which is drawn anew when it changes. */
export function useConnection(): Connection {
  return useSyncExternalStore(onConnection, findConnection, () => 'there');
}

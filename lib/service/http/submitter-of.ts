import type { Context } from 'hono';
import type { ServiceEnv } from './service-app.ts';

const LONGEST = 100;

/** Whose turn a document takes: that of its key; of the desk's own key, that of the person the desk names. */
export function submitterOf(c: Context<ServiceEnv>): string {
  const { id, isLimited } = c.get('apiKey');
  const person = isLimited ? undefined : c.req.header('countersign-submitter')?.slice(0, LONGEST);
  return person === undefined ? id : `${id} ${person}`;
}

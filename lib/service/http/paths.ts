import type { Context } from 'hono';

/** A request's path without the slash that may end it: both ways to write an address are one. */
export function pathOf(c: Context): string {
  return c.req.path.replace(/(?<=[^/])\/$/, '');
}

/** Where the deprecated endpoint takes requests for summaries. */
export const IS_DEPRECATED_SUMMARY = /^(?:\/v1)?\/documents\/[^/]+\/summaries$/;

/** Where approved documents are sent to be learned from. */
export const IS_EXAMPLES = /^\/v1\/schemas\/[^/]+\/examples$/;

/** Where what a schema has learned is exported and imported. */
export const IS_MEMORY = /^\/v1\/schemas\/[^/]+\/memory$/;

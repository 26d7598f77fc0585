import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { findTarget } from './find-target.ts';
import { isServicePath } from './forward.ts';

type Route = { page: string; regex: string };

/**
 * Tells which route of the desk a request goes to, by its pattern, for figures: `/api/documents/[id]`. What goes to the service is one
 * route, and so are the files of pages. The patterns are those that the build wrote down; without a build (`npm run dev`) there are none.
 */
export function createRouteFinder(rootDir: string): (request: IncomingMessage) => string | null {
  const routes = readRoutes(path.join(rootDir, '.next', 'routes-manifest.json'));
  return (request) => {
    const asked = findTarget(request)?.split('?', 1)[0];
    if (asked === undefined) return null;
    if (isServicePath(asked)) return '/v1/*';
    if (asked.startsWith('/_next/')) return '/_next/*';
    return routes.find(({ pattern }) => pattern.test(asked))?.page ?? null;
  };
}

function readRoutes(file: string): { page: string; pattern: RegExp }[] {
  try {
    const { staticRoutes, dynamicRoutes } = JSON.parse(readFileSync(file, 'utf8')) as Record<'staticRoutes' | 'dynamicRoutes', Route[]>;
    return [...staticRoutes, ...dynamicRoutes].map(({ page, regex }) => ({ page, pattern: new RegExp(regex) }));
  } catch {
    return [];
  }
}

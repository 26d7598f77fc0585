import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Handler, Route } from './serve-routes.ts';

const API = path.resolve(import.meta.dirname, '../api');
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const;

/** Every route below `app/api`, fixed parts of an address before parts that vary, as the web program tells them apart. */
export async function listRoutes(): Promise<Route[]> {
  const files = readdirSync(API, { recursive: true, encoding: 'utf8' }).filter((file) => path.basename(file) === 'route.ts');
  const routes: Route[] = [];
  for (const file of files) {
    const address = path
      .dirname(file)
      .replaceAll(path.sep, '/')
      .replace(/\[\.\.\.(\w+)\]/, '*$1')
      .replaceAll(/\[(\w+)\]/g, ':$1');
    const handlers = (await import(path.join(API, file))) as Partial<Record<(typeof METHODS)[number], Handler>>;
    for (const method of METHODS) if (handlers[method]) routes.push([method, `/api/${address}`, handlers[method]]);
  }
  return routes.sort(([, one], [, other]) => (rank(one) < rank(other) ? -1 : 1));
}

/** Sorts `*` behind `:` behind anything fixed, part by part. */
function rank(address: string): string {
  return address.replaceAll('*', '\uffff').replaceAll(':', '\ufffe');
}

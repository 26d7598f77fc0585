import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { ServiceApp } from './service-app.ts';

/** True when a route takes the method at this path. */
export function takesMethod(app: ServiceApp, method: string, path: string): boolean {
  return methodsAt(app, path).has(method);
}

/** The problem for a request that no route took: 405 when the address takes other methods, else 404. */
export function refuseUnknown(app: ServiceApp, method: string, path: string): ProblemError {
  const methods = methodsAt(app, path);
  if (methods.size === 0 || methods.has(method)) return new ProblemError('not_found', 'There is nothing at this address.');
  const allow = [...methods].sort().join(', ');
  return new ProblemError('method_not_allowed', `This address accepts ${allow}.`, { headers: { allow } });
}

function methodsAt(app: ServiceApp, path: string): Set<string> {
  const methods = new Set(
    app.routes.filter((route) => route.method !== 'ALL' && patternOf(route.path).test(path)).map((route) => route.method),
  );
  if (methods.has('GET')) methods.add('HEAD');
  return methods;
}

/** The pattern of the route that takes the method at this path, or null. @param path as it was asked, also with a slash at its end */
export function findRoute(app: ServiceApp, method: string, path: string): string | null {
  const asked = path.replace(/(?<=[^/])\/$/, '');
  const wanted = method === 'HEAD' ? 'GET' : method;
  return app.routes.find((route) => route.method === wanted && patternOf(route.path).test(asked))?.path ?? null;
}

const patterns = new Map<string, RegExp>();

function patternOf(path: string): RegExp {
  const known = patterns.get(path);
  if (known) return known;
  const pattern = new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/:[A-Za-z_]+/g, '[^/]+')}$`);
  patterns.set(path, pattern);
  return pattern;
}

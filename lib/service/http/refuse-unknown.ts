import { ProblemError } from '#lib/contract/problem-error.ts';
import type { ServiceApp } from './service-app.ts';

/** The problem for a request that no route took: 405 when the address takes other methods, else 404. */
export function refuseUnknown(app: ServiceApp, method: string, path: string): ProblemError {
  const methods = new Set(
    app.routes.filter((route) => route.method !== 'ALL' && patternOf(route.path).test(path)).map((route) => route.method),
  );
  if (methods.has('GET')) methods.add('HEAD');
  if (methods.size === 0 || methods.has(method)) return new ProblemError('not_found', 'There is nothing at this address.');
  const allow = [...methods].sort().join(', ');
  return new ProblemError('method_not_allowed', `This address takes ${allow}.`, { headers: { allow } });
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/:[A-Za-z_]+/g, '[^/]+')}$`);
}

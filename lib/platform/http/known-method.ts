const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** The method of a request, of a set that callers cannot make larger. */
export function knownMethod(method: string | undefined): string {
  return method !== undefined && METHODS.has(method) ? method : 'other';
}

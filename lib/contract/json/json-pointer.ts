/** A JSON Pointer (RFC 6901) from its steps: `['a/b', 0]` → `/a~1b/0`. */
export function jsonPointer(steps: readonly PropertyKey[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * An empty record for keys that come from outside: without a prototype, so that a key is there only when it was set, and
 * `__proto__` is a key like any other.
 */
export function newRecord<T>(): Record<string, T> {
  return Object.create(null) as Record<string, T>;
}

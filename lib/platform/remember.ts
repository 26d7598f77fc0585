/**
 * Makes a thing once per process and remembers it on `globalThis`, because a Next.js server loads the same module more
 * than once (instrumentation, routes, pages, each hot reload). A failed `create` is not remembered.
 * @param name unique in the process
 */
export function remember<T>(name: string, create: () => T): T {
  const store = globalThis as typeof globalThis & { countersignMemory?: Map<string, unknown> };
  store.countersignMemory ??= new Map();
  const memory = store.countersignMemory;
  if (!memory.has(name)) {
    const value = create();
    memory.set(name, value);
    if (value instanceof Promise) value.catch(() => memory.delete(name));
  }
  return memory.get(name) as T;
}

/** The thing remembered under that name, or null. For ending what others made. */
export function recall<T>(name: string): T | null {
  const store = globalThis as typeof globalThis & { countersignMemory?: Map<string, unknown> };
  return (store.countersignMemory?.get(name) as T | undefined) ?? null;
}

/** Forgets the thing of that name; the next one to want it makes it anew. */
export function forget(name: string): void {
  const store = globalThis as typeof globalThis & { countersignMemory?: Map<string, unknown> };
  store.countersignMemory?.delete(name);
}

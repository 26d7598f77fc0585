const chains = new WeakMap<object, Promise<unknown>>();

/**
 * Runs `work` after all others of the same `owner` in this process. For work that holds one connection of a pool while it
 * needs another: many of them at once could wait for each other for ever.
 */
export function oneAtATime<T>(owner: object, work: () => Promise<T>): Promise<T> {
  const done = (chains.get(owner) ?? Promise.resolve()).then(work, work);
  chains.set(
    owner,
    done.catch(() => undefined),
  );
  return done;
}

/** One piece of work that several callers wait for. */
type Shared<T, P> = { promise: Promise<T>; listeners: Set<(progress: P) => void>; controller: AbortController };

/**
 * Lets callers who want the same thing at the same time share one run. The run is aborted when the last of them gives up.
 */
export function createSharedWork<T, P>(): (
  key: string,
  options: { signal?: AbortSignal | undefined; onProgress?: ((progress: P) => void) | undefined },
  work: (signal: AbortSignal, report: (progress: P) => void) => Promise<T>,
) => Promise<T> {
  const atWork = new Map<string, Shared<T, P>>();
  return (key, { signal, onProgress }, work) => {
    signal?.throwIfAborted();
    let shared = atWork.get(key);
    if (!shared) {
      const controller = new AbortController();
      const listeners = new Set<(progress: P) => void>();
      const promise = work(controller.signal, (progress) => {
        for (const listener of listeners) listener(progress);
      }).finally(() => {
        if (atWork.get(key)?.controller === controller) atWork.delete(key);
      });
      promise.catch(() => undefined);
      shared = { promise, listeners, controller };
      atWork.set(key, shared);
    }
    return join(shared, signal, onProgress, () => atWork.delete(key));
  };
}

async function join<T, P>(
  shared: Shared<T, P>,
  signal: AbortSignal | undefined,
  onProgress: ((progress: P) => void) | undefined,
  forget: () => void,
): Promise<T> {
  const listener = (progress: P) => onProgress?.(progress);
  shared.listeners.add(listener);
  let onAbort: (() => void) | undefined;
  try {
    if (!signal) return await shared.promise;
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
    });
    return await Promise.race([shared.promise, aborted]);
  } finally {
    if (onAbort) signal?.removeEventListener('abort', onAbort);
    shared.listeners.delete(listener);
    if (shared.listeners.size === 0 && signal?.aborted) {
      forget();
      shared.controller.abort(signal.reason);
    }
  }
}

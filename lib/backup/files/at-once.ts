/** Does work on all items, some at a time, in order. The first failure ends it; what runs already is waited for. */
export async function forEachAtOnce<T>(items: Iterable<T>, places: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items[Symbol.iterator]();
  let isFailed = false;
  const go = async () => {
    for (let next = rest.next(); !next.done && !isFailed; next = rest.next()) {
      try {
        await work(next.value);
      } catch (error) {
        isFailed = true;
        throw error;
      }
    }
  };
  const done = await Promise.allSettled(Array.from({ length: places }, go));
  const failure = done.find((one) => one.status === 'rejected');
  if (failure) throw failure.reason;
}

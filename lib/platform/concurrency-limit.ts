/** Lets at most `places` pieces of work run at a time; the others wait in order. */
export function createConcurrencyLimit(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= places) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // the place goes to the next one waiting, if any
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** A sleep that can be ended, also before it begins. */
export type Waker = {
  /** Ends the present sleep, or the next one. */
  wake: () => void;
  /** The next sleep ends at once, unless `clear` comes before it. */
  skipNext: () => void;
  /** Forgets all that was said before. */
  clear: () => void;
  sleep: (ms: number) => Promise<void>;
};

/** Lets a loop sleep until there is work for it. */
export function createWaker(): Waker {
  let isWoken = false;
  let end: () => void = () => undefined;
  return {
    wake() {
      isWoken = true;
      end();
    },
    skipNext() {
      isWoken = true;
    },
    clear() {
      isWoken = false;
    },
    sleep: (ms) =>
      new Promise<void>((resolve) => {
        if (isWoken) {
          resolve();
          return;
        }
        const timer = setTimeout(resolve, ms);
        end = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}

import { isPassing } from './error-message.ts';

/**
 * Asks again until there is an answer or a refusal that asking again does not change. The request must be harmless when repeated.
 * @param onWait is told each passing error before the pause
 * @throws what `ask` throws when it is not passing
 */
export async function untilAnswered<T>(ask: () => Promise<T>, onWait: (error: unknown) => void, pauseMs = 3000): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isPassing(error)) throw error;
      onWait(error);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}

/** Does work during which the browser warns before the page is closed, also when its screen was left. @param page the window */
export async function whileWarning<T>(work: () => Promise<T>, page: EventTarget = window): Promise<T> {
  const warn = (event: Event) => event.preventDefault();
  page.addEventListener('beforeunload', warn);
  try {
    return await work();
  } finally {
    page.removeEventListener('beforeunload', warn);
  }
}

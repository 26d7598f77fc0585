import type { BrowserCommand } from 'vitest/node';

/** A request of a page, as its answer is asked for in that page. `body` is base64; null = none. */
export type PageRequest = { method: string; url: string; body: string | null };
/** `body` is base64. Null = no answer comes, as without a network. */
export type PageAnswer = { status: number; type: string; body: string; headers?: Record<string, string> } | null;

type AnsweringWindow = { answerRequest?: (request: PageRequest) => Promise<PageAnswer> };

const answered = new WeakSet<object>();

/**
 * Takes every request for `/api/…` of a page, whether a script, an image or a style sheet asks, and has it answered by the
 * `answerRequest` of the very page that asked. Runs where Vitest runs, beside the browser.
 */
export const answerInPage: BrowserCommand<[]> = async ({ context }) => {
  if (answered.has(context)) return;
  answered.add(context);
  await context.route(
    (url) => url.pathname.startsWith('/api/'),
    async (route) => {
      const request = route.request();
      const question: PageRequest = {
        method: request.method(),
        url: request.url(),
        body: request.postDataBuffer()?.toString('base64') ?? null,
      };
      try {
        const answer = await request.frame().evaluate((asked) => (window as AnsweringWindow).answerRequest?.(asked) ?? null, question);
        if (answer === null) await route.abort('connectionrefused');
        else {
          const headers = { 'content-type': answer.type, ...answer.headers };
          await route.fulfill({ status: answer.status, headers, body: Buffer.from(answer.body, 'base64') });
        }
      } catch {
        // The page is gone, or has taken its request back.
        await route.abort('aborted').catch(() => undefined);
      }
    },
  );
};

import type { Browser, Page } from 'playwright';

type TraceEvent = { name: string; ph: string; pid: number; tid: number; tdur?: number; args?: { name?: string } };

/**
 * Watches what the page's main thread does during some work, told in processor time, which other programs of the machine do not lengthen.
 * @returns the longest task and the sum of all in milliseconds
 */
export async function traceTasks(browser: Browser, page: Page, work: () => Promise<void>): Promise<{ longest: number; sum: number }> {
  await browser.startTracing(page, {
    categories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'],
  });
  await work();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid, tdur }) => ph === 'X' && /RunTask$/.test(name) && tdur !== undefined && mains.has(`${pid} ${tid}`),
  );
  const spent = tasks.map(({ tdur = 0 }) => tdur / 1000);
  return { longest: spent.reduce((most, ms) => Math.max(most, ms), 0), sum: spent.reduce((all, ms) => all + ms, 0) };
}

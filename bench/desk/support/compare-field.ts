import type { Page } from 'playwright';

/** How comparing a field responds to one who confirms value after value. Times in milliseconds. */
export type ComparedFigures = {
  /** From the address to the first crop that can be looked at. */
  firstCrop: number;
  /** From each Enter to the focus on the next value, its crop drawn. */
  next: number[];
  /** From each Enter to the desk's answer that it is saved. */
  saved: number[];
  /** Tiles in the page at most, of all values. */
  tiles: number;
  /** Sum of the browser's layout shifts while values were confirmed, 0 = nothing moved. */
  shift: number;
};

/** Opens the comparison of a field and confirms values one after the other, as fast as their crops can be looked at. */
export async function confirmCompared(page: Page, address: string, confirmations: number, lookMs: number): Promise<ComparedFigures> {
  await page.goto(address);
  const firstCrop = await page
    .waitForFunction(
      () => {
        const picture = document.querySelector<HTMLImageElement>('[role=gridcell] img');
        return picture?.complete && picture.naturalWidth > 0 && performance.now();
      },
      null,
      { polling: 'raf', timeout: 30_000 },
    )
    .then(async (found) => Number(await found.jsonValue()));
  await page.keyboard.press('Home');
  const figures = await page.evaluate(
    async ({ confirmations, lookMs }) => {
      const notes = { next: [] as number[], tiles: 0, shift: 0 };
      const observer = new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) notes.shift += (entry as unknown as { value: number }).value;
      });
      observer.observe({ type: 'layout-shift' });
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const isReady = (before: Element | null) => {
        const { activeElement } = document;
        if (activeElement === before || activeElement?.getAttribute('role') !== 'gridcell') return false;
        const picture = activeElement.querySelector('img');
        return Boolean(picture?.complete && picture.naturalWidth > 0);
      };
      while (!isReady(null)) await frame();
      for (let count = 0; count < confirmations; count += 1) {
        await new Promise((resolve) => setTimeout(resolve, lookMs));
        const before = document.activeElement;
        const start = performance.now();
        before?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }));
        for (let now = start; now - start < 5000 && !isReady(before); ) now = await frame();
        notes.next.push(performance.now() - start);
        notes.tiles = Math.max(notes.tiles, document.querySelectorAll('[role=gridcell][data-document]').length);
      }
      await new Promise((resolve) => setTimeout(resolve, 1000));
      observer.disconnect();
      return notes;
    },
    { confirmations, lookMs },
  );
  const saved = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/actions'))
      .map(({ duration }) => duration),
  );
  return { firstCrop, ...figures, saved };
}

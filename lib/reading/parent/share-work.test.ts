import { describe, expect, it } from 'vitest';
import { createSharedWork } from './share-work.ts';

function latch(): { promise: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

describe('shared work', () => {
  it('runs once for all who ask while it runs, and again for who asks later', async () => {
    const share = createSharedWork<number, never>();
    const gate = latch();
    let runs = 0;
    const work = async () => {
      runs++;
      await gate.promise;
      return runs;
    };
    const both = Promise.all([share('a', {}, work), share('a', {}, work)]);
    gate.open();
    expect(await both).toEqual([1, 1]);
    expect(await share('a', {}, work)).toBe(2);
  });

  it('goes on while one caller is left and is aborted when the last gives up', async () => {
    const share = createSharedWork<string, never>();
    const [first, second] = [new AbortController(), new AbortController()];
    let seen: AbortSignal | null = null;
    const work = (signal: AbortSignal) => {
      seen = signal;
      return new Promise<string>(() => undefined);
    };
    const results = Promise.allSettled([share('a', { signal: first.signal }, work), share('a', { signal: second.signal }, work)]);
    first.abort(new Error('first gave up'));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(seen!).toMatchObject({ aborted: false });
    second.abort(new Error('second gave up'));
    expect((await results).map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect(seen!).toMatchObject({ aborted: true });
  });

  it('tells progress to every caller', async () => {
    const share = createSharedWork<void, number>();
    const seen: string[] = [];
    const work = async (_signal: AbortSignal, report: (step: number) => void) => {
      await Promise.resolve();
      report(1);
    };
    await Promise.all(['x', 'y'].map((name) => share('a', { onProgress: (step) => void seen.push(`${name}${step}`) }, work)));
    expect(seen.sort()).toEqual(['x1', 'y1']);
  });
});

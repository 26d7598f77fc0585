import { expect, test } from 'vitest';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { ConnectionError } from './connection-error.ts';
import { untilAnswered, whileWarning } from './retry-send.ts';

/** True when the browser would ask before closing the page. */
const asksBeforeClosing = (page: EventTarget) => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('a request that got no answer is sent again until it has one, and each wait is told', async () => {
  const failures = [new ConnectionError('down'), new ProblemError('internal_error')];
  const waits: unknown[] = [];
  const ask = async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return 'saved';
  };
  expect(await untilAnswered(ask, (error) => waits.push(error), 1)).toBe('saved');
  expect(waits).toHaveLength(2);
});

test('a refusal is not repeated', async () => {
  let asked = 0;
  const ask = async () => {
    asked += 1;
    throw new ProblemError('stale_revision');
  };
  await expect(untilAnswered(ask, () => {}, 1)).rejects.toMatchObject({ code: 'stale_revision' });
  expect(asked).toBe(1);
});

test('the browser warns before closing while any work is under way, also while it waits for the network, and no longer', async () => {
  const page = new EventTarget();
  const release: (() => void)[] = [];
  const work = () => whileWarning(() => new Promise<void>((resolve) => release.push(resolve)), page);
  const both = [work(), work()];
  expect(asksBeforeClosing(page)).toBe(true);
  release[0]!();
  await both[0];
  expect(asksBeforeClosing(page)).toBe(true);
  release[1]!();
  await both[1];
  expect(asksBeforeClosing(page)).toBe(false);
  const failing = whileWarning(() => Promise.reject(new Error('no')), page);
  expect(asksBeforeClosing(page)).toBe(true);
  await expect(failing).rejects.toThrow('no');
  expect(asksBeforeClosing(page)).toBe(false);
});

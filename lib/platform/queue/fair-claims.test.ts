import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestQueue, type TestQueue, until } from './testing/start-test-queue.ts';

let t: TestQueue;
beforeEach(async () => {
  t = await startTestQueue();
});
afterEach(() => t.close());

test('submitters take turns, and one with nothing in hand finds a place while another holds all', async () => {
  const queue = await t.openQueue({ turns: {} });
  const started: string[] = [];
  const waiting: (() => void)[] = [];
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'c1']) await queue.send('turns', { name }, { submitter: name.charAt(0) });
  queue.work<{ name: string }>('turns', { concurrency: 2, fair: { places: 1 } }, async (job) => {
    started.push(`${job.data.name}${job.express ? ' express' : ''}`);
    // those of a are long
    if (job.submitter === 'a') await new Promise<void>((resolve) => waiting.push(resolve));
    return undefined;
  });
  await until(() => started.length >= 4);
  expect(started.slice(0, 3)).toEqual(['a1', 'b1 express', 'c1 express']);
  // nobody else waits: a may have the second place, but not the one that is kept free
  await queue.send('turns', { name: 'b2' }, { submitter: 'b' });
  await until(() => started.length >= 5);
  expect(started.slice(3)).toEqual(['a2', 'b2 express']);
  for (let done = 0; done < 4; done += 1) {
    await until(() => waiting.length > 0);
    waiting.shift()?.();
  }
  await until(() => started.length === 7);
});

test('a job that takes too long for the place of short ones gives it up and waits for another', async () => {
  const queue = await t.openQueue({ long: {} });
  const started: string[] = [];
  let end: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  for (const name of ['a1', 'b1', 'c1']) await queue.send('long', { name }, { submitter: name.charAt(0) });
  queue.work<{ name: string }>('long', { concurrency: 1, fair: { places: 1, expressMs: 200 } }, async (job) => {
    started.push(`${job.data.name}${job.express ? ' express' : ''}`);
    if (job.data.name === 'a1') await held;
    else if (job.express && job.data.name === 'b1')
      await new Promise((_, reject) => {
        job.signal.addEventListener('abort', () => reject(job.signal.reason));
      });
    return undefined;
  });
  await until(() => started.length === 3);
  expect(started).toEqual(['a1', 'b1 express', 'c1 express']);
  await until(async () => (await queue.count('long')).active === 1);
  end();
  await until(() => started.length === 4);
  expect(started[3]).toBe('b1');
  await until(async () => {
    const { waiting, active } = await queue.count('long');
    return waiting + active === 0;
  });
});

test('a job known to be long comes to its turn also where short ones never end', async () => {
  const queue = await t.openQueue({ busy: {} });
  const started: string[] = [];
  let sent = 0;
  const sendShort = () => queue.send('busy', { name: `short ${sent++}` }, { submitter: 'a' });
  await queue.send('busy', { name: 'long' }, { submitter: 'a', priority: -1 });
  for (let n = 0; n < 3; n += 1) await sendShort();
  queue.work<{ name: string }>('busy', { concurrency: 1, fair: { places: 1 } }, async (job) => {
    started.push(job.data.name);
    // another is there before this one is done
    if (!started.includes('long')) await sendShort();
    return undefined;
  });
  await until(() => started.includes('long'));
  expect(started.indexOf('long')).toBeGreaterThan(1);
  await until(() => started.length === sent + 1);
});

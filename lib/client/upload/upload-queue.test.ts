import { beforeEach, expect, test, vi } from 'vitest';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { ConnectionError } from '../http/connection-error.ts';
import type { UploadRequest } from './upload-file.ts';
import { UploadQueue } from './upload-queue.ts';

type Answer = (request: UploadRequest) => Promise<DeskDocument>;

const stored = (request: UploadRequest) => Promise.resolve({ id: request.id } as DeskDocument);
const away = (dependency: string, seconds?: string) => () =>
  Promise.reject(
    new ProblemError('unavailable', 'away', { extra: { dependency }, headers: seconds === undefined ? {} : { 'retry-after': seconds } }),
  );
/** Files whose bytes are there at once, or gone: the real ones are read by timers that stand still here. */
function fileNamed(name: string, isThere = true): File {
  const file = new File([name], name);
  const bytes = () => (isThere ? Promise.resolve(new ArrayBuffer(1)) : Promise.reject(new Error('NotReadableError')));
  vi.spyOn(file, 'slice').mockReturnValue({ arrayBuffer: bytes } as Blob);
  return file;
}
const files = (count: number) => Array.from({ length: count }, (_, n) => ({ file: fileNamed(`${n}.txt`), folder: '' }));

let answer: Answer = stored;
let isThere = false;
let asked: { id: string; at: number }[] = [];
let queue: UploadQueue;
const states = () => queue.snapshot().map(({ state }) => state);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
  answer = stored;
  asked = [];
  isThere = false;
  const send = (request: UploadRequest) => {
    asked.push({ id: request.id, at: Date.now() });
    return answer(request);
  };
  queue = new UploadQueue(send, async () => isThere);
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

test('uploads wait for a storage that is away, as long as it takes, and then all of them go', async () => {
  answer = away('storage', '5');
  queue.add(files(7), {});
  await vi.advanceTimersByTimeAsync(1_000);
  expect(new Set(states())).toEqual(new Set(['waiting']));
  expect(new Set(queue.snapshot().map(({ waitsFor }) => waitsFor))).toEqual(new Set(['the desk’s storage']));
  // what was dropped meanwhile waits too
  queue.add(files(1), {});
  expect(queue.snapshot().at(-1)?.waitsFor).toBe('the desk’s storage');
  const before = asked.length;
  await vi.advanceTimersByTimeAsync(3_600_000);
  // one at a time, at the pace that was asked for
  expect(asked.length - before).toBeLessThanOrEqual(720);
  expect(states().includes('failed')).toBe(false);
  answer = stored;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(states()).toEqual(Array(8).fill('stored'));
  expect(queue.snapshot().every(({ waitsFor, state }) => state === 'stored' && waitsFor === null)).toBe(true);
});

test('a lost connection is waited for, longer each time, and the file goes under the name it had', async () => {
  answer = () => Promise.reject(new ConnectionError('The connection was lost.'));
  queue.add(files(1), {});
  await vi.advanceTimersByTimeAsync(120_000);
  const pauses = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0));
  expect(pauses.slice(0, 5)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  expect(Math.max(...pauses)).toBe(30_000);
  answer = stored;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(states()).toEqual(['stored']);
  expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
});

test('a file whose connection breaks each time while the desk answers fails with its sentence, and the others go', async () => {
  isThere = true;
  queue.add(files(3), {});
  const cut = queue.snapshot()[1]!.id;
  await vi.advanceTimersByTimeAsync(0);
  answer = (request) => (request.id === cut ? Promise.reject(new ConnectionError('The connection was lost.')) : stored(request));
  queue.retry(cut);
  queue.add(files(2), {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states()).toEqual(['stored', 'failed', 'stored', 'stored', 'stored']);
  expect(queue.snapshot()[1]?.error).toContain('broke 5 times');
  // tried again by hand it has as many tries as before
  answer = stored;
  queue.retry(cut);
  await vi.advanceTimersByTimeAsync(0);
  expect(states()[1]).toBe('stored');
});

test('breaks while the desk is away do not count, however many', async () => {
  answer = () => Promise.reject(new ConnectionError('The connection was lost.'));
  queue.add(files(1), {});
  await vi.advanceTimersByTimeAsync(600_000);
  isThere = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(states()).toEqual(['waiting']);
  answer = stored;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(states()).toEqual(['stored']);
});

test('one upload that is refused each time holds none of the others up for good', async () => {
  queue.add(files(5), {});
  const poor = queue.snapshot()[0]!.id;
  await vi.advanceTimersByTimeAsync(0);
  answer = (request) => (request.id === poor ? away('database')() : stored(request));
  queue.retry(poor);
  queue.add(files(6), {});
  await vi.advanceTimersByTimeAsync(5_000);
  expect(states().filter((state) => state === 'stored')).toHaveLength(10);
});

test('what waiting does not change fails with its sentence, also a file that is gone', async () => {
  answer = () => Promise.reject(new ProblemError('storage_full', 'The disk of the server is full.'));
  queue.add(files(1), {});
  await vi.advanceTimersByTimeAsync(0);
  expect(queue.snapshot()[0]).toMatchObject({ state: 'failed', error: 'The disk of the server is full.' });
  answer = () => Promise.reject(new ConnectionError('The connection was lost.'));
  queue.add([{ file: fileNamed('gone.txt', false), folder: '' }], {});
  await vi.advanceTimersByTimeAsync(0);
  expect(queue.snapshot()[1]).toMatchObject({ state: 'failed', error: expect.stringContaining('Choose it again') });
});

test('a waiting upload can be cancelled', async () => {
  answer = away('storage', '5');
  queue.add(files(2), {});
  await vi.advanceTimersByTimeAsync(0);
  queue.cancel(queue.snapshot()[0]!.id);
  answer = stored;
  await vi.advanceTimersByTimeAsync(6_000);
  expect(states()).toEqual(['cancelled', 'stored']);
});

/** Requests that stay open until the test answers them. */
function heldRequests() {
  const held: { request: UploadRequest; store: (change?: Partial<DeskDocument>) => void }[] = [];
  answer = (request) =>
    new Promise((resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason));
      held.push({ request, store: (change = {}) => resolve({ id: `stored ${request.id}`, change: 1, ...change } as DeskDocument) });
    });
  return held;
}

test('three files go at a time, and the next begins when one is through', async () => {
  const held = heldRequests();
  queue.add(files(5), {});
  expect(states()).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting']);
  held[1]?.store();
  await vi.advanceTimersByTimeAsync(0);
  expect(states()).toEqual(['sending', 'stored', 'sending', 'sending', 'waiting']);
});

test('a cancelled upload stops its request and makes room for the next', async () => {
  const held = heldRequests();
  queue.add(files(4), {});
  queue.cancel(queue.snapshot()[0]!.id);
  expect(held[0]?.request.signal.aborted).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(states()).toEqual(['cancelled', 'sending', 'sending', 'sending']);
});

test('progress is told in batches, with the speed of the last moments', async () => {
  const held = heldRequests();
  const file = { file: new File(['x'.repeat(10_000)], 'a.txt'), folder: '' };
  queue.add([file], {});
  let told = 0;
  queue.subscribe(() => {
    told += 1;
  });
  for (let sent = 100; sent <= 1_000; sent += 100) {
    await vi.advanceTimersByTimeAsync(100);
    held[0]?.request.onProgress(sent);
  }
  expect(told).toBeGreaterThan(2);
  expect(told).toBeLessThan(10);
  expect(queue.snapshot()[0]?.sent).toBe(1_000);
  expect(queue.snapshot()[0]?.speed).toBeCloseTo(1_000, -2);
  // the request has a head, too
  held[0]?.request.onProgress(10_400);
  expect(queue.snapshot()[0]?.sent).toBe(10_000);
});

test('what the desk tells of a stored file is kept, also when it comes before the answer to the upload', async () => {
  const held = heldRequests();
  queue.add(files(2), {});
  const told = { id: `stored ${held[0]?.request.id}`, change: 7, state: 'to_review' } as DeskDocument;
  queue.follow([told]);
  held[0]?.store();
  held[1]?.store();
  await vi.advanceTimersByTimeAsync(0);
  expect(queue.snapshot()[0]?.document).toBe(told);
  const second = { id: queue.snapshot()[1]!.document!.id, change: 9, state: 'failed' } as DeskDocument;
  queue.follow([second]);
  expect(queue.snapshot()[1]?.document).toBe(second);
  queue.follow([{ ...second, change: 8 }]);
  expect(queue.snapshot()[1]?.document).toBe(second);
});

test('what is over can be taken off the list, what is under way stays', async () => {
  const held = heldRequests();
  queue.add(files(2), {});
  held[0]?.store();
  await vi.advanceTimersByTimeAsync(0);
  queue.dismissFinished();
  expect(states()).toEqual(['sending']);
  queue.cancelAll();
  expect(states()).toEqual(['cancelled']);
  queue.dismiss(queue.snapshot()[0]!.id);
  expect(queue.snapshot()).toEqual([]);
});

import { environmentManager, focusManager, onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DocumentChanges } from '#lib/contract/desk/desk-document.ts';
import { recordAnswer } from '../../http/connection.ts';
import { createDocumentChanges } from './document-changes.ts';

const QUIET = { documents: [], removed: [], change: 7, in_flight: 1 } satisfies DocumentChanges;
const changed = (change: number) => ({ ...QUIET, documents: [{ id: 'a', change }], change }) as unknown as DocumentChanges;

/** A desk that counts what it is asked; `answer` is what it says next. */
function startDesk() {
  const desk = { asked: 0, open: 0, mostOpen: 0, takesMs: 0, answer: (): Response => Response.json(QUIET) };
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.startsWith('/api/documents/changes')) return Response.json({ items: [], change: 1 });
    desk.asked += 1;
    desk.open += 1;
    desk.mostOpen = Math.max(desk.mostOpen, desk.open);
    if (desk.takesMs) await new Promise((resolve) => setTimeout(resolve, desk.takesMs));
    desk.open -= 1;
    return desk.answer();
  });
  return desk;
}

function watch() {
  const client = new QueryClient();
  client.mount();
  const { query, wake } = createDocumentChanges(client);
  const stop = new QueryObserver(client, query).subscribe(() => undefined);
  stops.push(stop, () => client.unmount());
  return { wake };
}

const stops: (() => void)[] = [];
/** Requests during so many seconds. */
async function countDuring(desk: { asked: number }, seconds: number): Promise<number> {
  const before = desk.asked;
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  return desk.asked - before;
}

environmentManager.setIsServer(() => false);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z') });
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
  recordAnswer(true);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('one document that is stuck is asked about every second at first, and four times a minute after some minutes', async () => {
  const desk = startDesk();
  watch();
  expect(await countDuring(desk, 10)).toBeGreaterThanOrEqual(9);
  expect(await countDuring(desk, 5 * 60)).toBeLessThan(60);
  expect(await countDuring(desk, 25 * 60)).toBeLessThanOrEqual(100);
  expect(await countDuring(desk, 60)).toBe(4);
});

test('a change makes it ask every second again; the same one told twice does not', async () => {
  const desk = startDesk();
  watch();
  await countDuring(desk, 600);
  desk.answer = () => Response.json(changed(9));
  await countDuring(desk, 15);
  expect(await countDuring(desk, 5)).toBeGreaterThanOrEqual(4);
  await countDuring(desk, 600);
  expect(await countDuring(desk, 60)).toBe(4);
});

test('what a person does is asked about at once and every second again', async () => {
  const desk = startDesk();
  const { wake } = watch();
  await countDuring(desk, 602);
  const before = desk.asked;
  wake();
  expect(await countDuring(desk, 0.1)).toBe(1);
  // A hundred uploads stored within a moment are no hundred requests.
  for (let index = 0; index < 100; index += 1) wake();
  await countDuring(desk, 1);
  expect(desk.asked - before).toBeLessThanOrEqual(3);
  expect(await countDuring(desk, 5)).toBeGreaterThanOrEqual(4);
});

test('a desk at rest is soon asked every 15 s only', async () => {
  const desk = startDesk();
  desk.answer = () => Response.json({ ...QUIET, in_flight: 0 });
  watch();
  await countDuring(desk, 60);
  expect(await countDuring(desk, 60)).toBe(4);
});

test('a hidden tab asks nothing, and asks at once when it is shown again', async () => {
  const desk = startDesk();
  const { wake } = watch();
  await countDuring(desk, 3);
  focusManager.setFocused(false);
  wake();
  expect(await countDuring(desk, 600)).toBe(0);
  focusManager.setFocused(true);
  expect(await countDuring(desk, 0.1)).toBe(1);
});

test('a desk that asks to be left alone is, also by what a person does and by a tab that is shown again', async () => {
  const desk = startDesk();
  const { wake } = watch();
  await countDuring(desk, 3);
  desk.answer = () => Response.json({ code: 'unavailable' }, { status: 503, headers: { 'retry-after': '60' } });
  await countDuring(desk, 2);
  const before = desk.asked;
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  wake();
  await countDuring(desk, 50);
  expect(desk.asked).toBe(before);
  desk.answer = () => Response.json(QUIET);
  expect(await countDuring(desk, 15)).toBeGreaterThanOrEqual(1);
});

test('a desk that cannot be reached is tried ever more rarely, and at once when the connection is back', async () => {
  const desk = startDesk();
  watch();
  await countDuring(desk, 3);
  desk.answer = () => {
    throw new TypeError('fetch failed');
  };
  await countDuring(desk, 60);
  expect(await countDuring(desk, 60)).toBe(4);
  onlineManager.setOnline(false);
  await countDuring(desk, 1);
  desk.answer = () => Response.json(changed(12));
  onlineManager.setOnline(true);
  expect(await countDuring(desk, 0.1)).toBe(1);
  expect(await countDuring(desk, 5)).toBeGreaterThanOrEqual(4);
});

test('a slow desk is never asked twice at once', async () => {
  const desk = startDesk();
  desk.takesMs = 20_000;
  watch();
  await countDuring(desk, 120);
  expect(desk.mostOpen).toBe(1);
  expect(desk.asked).toBeGreaterThanOrEqual(4);
});

import { expect, test } from 'vitest';
import { learnSpeed, pauseBeforePoll, type Speed } from './poll-pauses.ts';

/** When something that takes `takesMs` is polled, in milliseconds after it was submitted. */
function pollsOf(takesMs: number, speed: Speed | null): number[] {
  const polls: number[] = [];
  for (let waitedMs = 0; waitedMs < takesMs; polls.push(waitedMs)) waitedMs += pauseBeforePoll('document', waitedMs, speed);
  return polls;
}

const typical = (typicalMs: number): Speed => ({ typicalMs, earlyMs: 0 });

test('the first poll comes after the time that the interface names, later after what the deployment was seen to need', () => {
  expect(pollsOf(9_000, null)).toEqual([10_000]);
  expect(pauseBeforePoll('job', 0, null)).toBe(3_000);
  expect(pollsOf(40_000, typical(40_000))).toEqual([40_000]);
  expect(pollsOf(20, typical(20))).toEqual([1_000]);
});

test('what takes long is asked for ever more rarely, and found soon after it is done', () => {
  const polls = pollsOf(30 * 60_000, null);
  expect(polls.length).toBeLessThan(60);
  expect(polls.at(-1)! - 30 * 60_000).toBeLessThanOrEqual(60_000);
  expect(pollsOf(20_000, null).at(-1)).toBeLessThan(24_000);
});

test('what was polled too early is polled again when such work is usually done', () => {
  expect(pauseBeforePoll('document', 10_000, typical(20_000))).toBe(10_000);
  expect(pauseBeforePoll('document', 20_000, typical(20_000))).toBe(3_000);
});

test('what another was too early at is not tried before, as long as none was seen to be done', () => {
  expect(pauseBeforePoll('document', 11_000, { typicalMs: null, earlyMs: 15_000 })).toBe(4_000);
  expect(pauseBeforePoll('document', 0, { typicalMs: null, earlyMs: 15_000 })).toBe(15_000);
  // one that never ends holds up no other for long
  expect(pauseBeforePoll('document', 0, { typicalMs: null, earlyMs: 900_000 })).toBe(30_000);
});

test.each([
  [500, 1_500],
  [20_000, 23_500],
  [60_000, 71_000],
])('what takes %s ms everywhere is polled for after at most %s ms once a few were seen, seldom too early', (takesMs, atMost) => {
  let speed: Speed | null = null;
  const seen: number[][] = [];
  for (let document = 0; document < 60; document += 1) {
    const polls = pollsOf(takesMs, speed);
    speed = learnSpeed(speed, polls.at(-1)!, polls.length - 1);
    if (document >= 10) seen.push(polls);
  }
  expect(Math.max(...seen.map((polls) => polls.at(-1)!))).toBeLessThanOrEqual(atMost);
  // every third poll at most finds nothing
  expect(seen.flat().length).toBeLessThanOrEqual(1.5 * seen.length);
});

import { expect, test } from 'vitest';
import { learnTypical, pauseBeforePoll } from './poll-pauses.ts';

/** When something that takes `takesMs` is polled, in milliseconds after it was submitted. */
function pollsOf(takesMs: number, typicalMs: number | null): number[] {
  const polls: number[] = [];
  for (let waitedMs = 0; waitedMs < takesMs; polls.push(waitedMs)) waitedMs += pauseBeforePoll('document', { waitedMs, typicalMs });
  return polls;
}

test('the first poll comes after the time that the interface names, later after what the deployment was seen to need', () => {
  expect(pollsOf(9_000, null)).toEqual([10_000]);
  expect(pauseBeforePoll('job', { waitedMs: 0, typicalMs: null })).toBe(3_000);
  expect(pollsOf(40_000, 40_000)).toEqual([40_000]);
  expect(pollsOf(20, 20)).toEqual([1_000]);
});

test('what takes long is asked for ever more rarely, and found soon after it is done', () => {
  const polls = pollsOf(30 * 60_000, null);
  expect(polls.length).toBeLessThan(60);
  expect(polls.at(-1)! - 30 * 60_000).toBeLessThanOrEqual(60_000);
  expect(pollsOf(20_000, null).at(-1)).toBeLessThan(24_000);
});

test.each([
  [500, 1_500],
  [60_000, 66_000],
])('what takes %s ms everywhere is polled for after at most %s ms once a few were seen', (takesMs, atMost) => {
  let typicalMs: number | null = null;
  for (let document = 0; document < 12; document += 1) {
    const polls = pollsOf(takesMs, typicalMs);
    typicalMs = learnTypical(typicalMs, polls.at(-1)!, polls.length - 1);
  }
  expect(pollsOf(takesMs, typicalMs).at(-1)).toBeLessThanOrEqual(atMost);
  expect(pollsOf(takesMs, typicalMs).length).toBeLessThanOrEqual(3);
});

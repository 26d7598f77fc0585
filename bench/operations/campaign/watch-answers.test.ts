import { expect, test } from 'vitest';
import type { Inflicted } from './inflict-faults.ts';
import { timeToAnswer } from './watch-answers.ts';

test('a request that was under way before the fault does not tell that it is over', () => {
  const fault: Inflicted = { fault: { kind: 'kill database', waitMs: 0, ms: 1000 }, at: 1000, overAt: 2000 };
  const answers = [
    { sentAt: 900, at: 1100 },
    { sentAt: 1300, at: 2400 },
  ];
  expect(timeToAnswer(fault, answers)).toBe(1400);
  expect(timeToAnswer(fault, answers.slice(0, 1))).toBeNull();
});

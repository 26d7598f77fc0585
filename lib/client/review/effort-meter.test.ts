import { beforeEach, expect, test } from 'vitest';
import { effortSchema } from '#lib/contract/desk/insights/effort.ts';
import { createEffortMeter, endEffort, readEffort, startEffort } from './effort-meter.ts';

let now = 0;
beforeEach(() => {
  now = 0;
});
const meter = () => createEffortMeter(() => now);
const after = (ms: number) => {
  now += ms;
};

test('time and keys go to the field that has the focus, and to the whole', () => {
  const effort = meter();
  after(2_000);
  effort.note('/number');
  after(3_000);
  effort.note('/number', true);
  effort.note('/lines/3/amount');
  after(1_500);
  effort.note('/lines/0/amount', true);
  expect(effort.read()).toEqual({
    seconds: 6.5,
    keys: 2,
    fields: { number: { seconds: 3, keys: 1 }, 'lines.amount': { seconds: 1.5, keys: 1 } },
  });
});

test('a pause counts up to a minute', () => {
  const effort = meter();
  effort.note('/number');
  after(10 * 60_000);
  effort.note('/number');
  expect(effort.read()).toMatchObject({ seconds: 60, fields: { number: { seconds: 60 } } });
});

test('time in which the page is not looked at does not count', () => {
  const effort = meter();
  after(1_000);
  effort.setVisible(false);
  after(30_000);
  effort.setVisible(true);
  after(2_000);
  expect(effort.read().seconds).toBe(3);
});

test('a request takes what was measured, however many fields there are', () => {
  const effort = meter();
  for (let index = 0; index < 800; index += 1) effort.note(`/field_${index}`, true);
  expect(effortSchema.safeParse(effort.read()).success).toBe(true);
  expect(effort.read().keys).toBe(800);
});

test('a document that is opened again goes on, until it was decided', () => {
  startEffort('one').note('/number', true);
  startEffort('one').note('/number', true);
  expect(readEffort('one')?.keys).toBe(2);
  endEffort('one');
  expect(readEffort('one')).toBeUndefined();
});

import { expect, test } from 'vitest';
import { createFigureKeeper } from './asked-figures.ts';

test('figures are asked once in their time, however often they are read', async () => {
  let time = 0;
  let asked = 0;
  const keeper = createFigureKeeper(60_000, () => time);
  const ask = async () => {
    asked += 1;
  };
  keeper.add({ ask, forget: () => undefined, everyMs: 1_000 });
  await Promise.all([keeper.refresh(), keeper.refresh()]);
  time = 999;
  await keeper.refresh();
  expect(asked).toBe(1);
  time = 1_000;
  await keeper.refresh();
  expect(asked).toBe(2);
});

test('figures that cannot be had in time, or not at all, are left out, and those of others stay', async () => {
  const known = new Set(['late', 'broken', 'good']);
  const keeper = createFigureKeeper(20);
  let answer: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    answer = resolve;
  });
  keeper.add({ ask: () => late.then(() => void known.add('late')), forget: () => known.delete('late'), everyMs: 1_000 });
  keeper.add({ ask: () => Promise.reject(new Error('away')), forget: () => known.delete('broken'), everyMs: 1_000 });
  keeper.add({ ask: async () => undefined, forget: () => known.delete('good'), everyMs: 1_000 });
  await keeper.refresh();
  expect([...known]).toEqual(['good']);
  // what came late is there for the next reader
  answer();
  await keeper.refresh();
  expect([...known].sort()).toEqual(['good', 'late']);
});

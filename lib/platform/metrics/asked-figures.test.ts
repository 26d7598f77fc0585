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

test('a reader that ends while another one asks again keeps what it has got', async () => {
  let time = 0;
  const known = new Set<string>();
  const keeper = createFigureKeeper(60_000, () => time);
  const answers: (() => void)[] = [];
  const held = (name: string) => new Promise<void>((resolve) => answers.push(() => resolve(void known.add(name))));
  let isFirst = true;
  const ask = () => {
    if (!isFirst) return held('quick');
    isFirst = false;
    return Promise.resolve(void known.add('quick'));
  };
  keeper.add({ ask, forget: () => known.delete('quick'), everyMs: 1_000 });
  keeper.add({ ask: () => held('slow'), forget: () => known.delete('slow'), everyMs: 1_000 });
  const first = keeper.refresh();
  await new Promise((resolve) => setImmediate(resolve));
  time = 1_000;
  const second = keeper.refresh();
  answers[0]?.();
  await first;
  expect([...known].sort()).toEqual(['quick', 'slow']);
  answers[1]?.();
  await second;
  expect([...known].sort()).toEqual(['quick', 'slow']);
});

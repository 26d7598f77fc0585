import { expect, test } from 'vitest';
import { createPartAllowance } from './part-allowance.ts';

let worked = 0;
const allowanceOf = (ms: number) => createPartAllowance(ms, () => worked);

async function work(ms: number): Promise<string> {
  worked += ms;
  return 'done';
}

test('work is done until its time is used up; the pages left out are told', async () => {
  const allowance = allowanceOf(40);
  expect(await allowance.spend(1, () => work(39))).toBe('done');
  expect(allowance.warning()).toBeNull();
  expect(await allowance.spend(2, () => work(60))).toBe('done');
  expect(await allowance.spend(3, () => work(1))).toBeNull();
  expect(await allowance.spend(7, () => work(1))).toBeNull();
  expect(allowance.warning()).toBe(
    'The document holds very many pictures. Text in those of page 3, 7 was not read; the text of these pages was.',
  );
});

test('work that fails counts as well, and of many pages only the first are named', async () => {
  const allowance = allowanceOf(10);
  await expect(allowance.spend(1, () => work(20).then(() => Promise.reject(new Error('broken'))))).rejects.toThrow('broken');
  for (let page = 2; page <= 20; page++) expect(await allowance.spend(page, () => work(1))).toBeNull();
  expect(allowance.warning()).toContain('13 and 7 more was not read');
});

test('the time is that which this process works', async () => {
  const allowance = createPartAllowance(1e-6);
  expect(await allowance.spend(1, async () => Array.from({ length: 100_000 }, Math.random).sort().length)).toBe(100_000);
  expect(await allowance.spend(2, () => work(0))).toBeNull();
});

import { expect, test } from 'vitest';
import { judgeFall } from './judge-fall.ts';

const lost = { losses: 1, gains: 0 };
const gained = { losses: 0, gains: 1 };
const same = { losses: 0, gains: 0 };
const many = <T>(count: number, one: T) => Array.from({ length: count }, () => one);

test('a field that goes wrong in seven documents is a fall, in six it may be chance', () => {
  expect(judgeFall([...many(7, [lost, same]), ...many(20, [same, same])])).toMatchObject({ fell: true, isLevel: false });
  expect(judgeFall(many(6, [lost, same]))).toMatchObject({ fell: false, isLevel: false });
});

test('gains speak against it', () => {
  expect(judgeFall([...many(8, [lost]), ...many(2, [gained])])).toMatchObject({ fell: false });
  expect(judgeFall([...many(12, [lost]), ...many(2, [gained])])).toMatchObject({ fell: true });
  expect(judgeFall([...many(2, [lost]), ...many(2, [gained])])).toMatchObject({ fell: false, isLevel: true });
});

test('one document that goes wrong as a whole, or one long table, is no fall', () => {
  expect(judgeFall([many(12, lost), ...many(20, [same])])).toMatchObject({ fell: false, isLevel: false });
  expect(judgeFall([[{ losses: 200, gains: 0 }]])).toMatchObject({ probability: 0.5, fell: false });
});

test('nothing compared says nothing', () => {
  expect(judgeFall([])).toEqual({ probability: 1, fell: false, isLevel: true });
});

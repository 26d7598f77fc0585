import { expect, test } from 'vitest';
import { turnBox } from '#lib/document/geometry/box.ts';
import { addTurns, pointOnPage, type Turn } from './page-turn.ts';

test('a place on a turned picture is the place on the page that was turned there', () => {
  for (const turn of [0, 90, 180, 270] as Turn[]) {
    const [x, y] = turnBox([0.25, 0.125, 0.25, 0.125], turn);
    expect(pointOnPage(x, y, turn), String(turn)).toEqual([0.25, 0.125]);
  }
});

test('turns add up to less than a whole turn', () => {
  expect(addTurns(270, 180)).toBe(90);
  expect(addTurns(90, 270)).toBe(0);
});

import { expect, test } from 'vitest';
import { countLines } from './count-lines.ts';

test('print is counted in lines by how much text fills its place, however large it is', () => {
  expect(countLines('Garden tools, large letters'.length, 400, 30)).toBe(1);
  expect(countLines('004417'.length, 90, 27)).toBe(1);
  expect(countLines('Mill Lane 7 20457 Hamburg'.length, 80, 30)).toBe(2);
  expect(countLines('Ms Ida Ott Mill Lane 7 20457 Hamburg'.length, 90, 50)).toBe(3);
  expect(countLines(1, 8, 14)).toBe(1);
});

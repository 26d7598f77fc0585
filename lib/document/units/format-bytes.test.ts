import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

test('bytes are told in the unit that reads best', () => {
  expect([0, 812, 999, 1000, 1_450, 99_949, 999_600, 2_000_000_000].map(formatBytes)).toEqual([
    '0 B',
    '812 B',
    '999 B',
    '1.0 kB',
    '1.4 kB',
    '99.9 kB',
    '1.0 MB',
    '2.0 GB',
  ]);
});

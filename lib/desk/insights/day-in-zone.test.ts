import { expect, test } from 'vitest';
import { dayInZone, listLastDays } from './day-in-zone.ts';

test('a day begins where the person is', () => {
  const at = new Date('2026-03-31T22:30:00Z');
  expect([dayInZone('Europe/Berlin')(at), dayInZone('UTC')(at), dayInZone('America/New_York')(at)]).toEqual([
    '2026-04-01',
    '2026-03-31',
    '2026-03-31',
  ]);
});

test('an unknown time zone counts as UTC', () => {
  expect(dayInZone('Nowhere/Else')(new Date('2026-03-31T23:30:00Z'))).toBe('2026-03-31');
});

test('the last days go over the ends of months and leave none out', () => {
  expect(listLastDays('2028-03-01', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
});

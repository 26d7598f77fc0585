import { expect, test } from 'vitest';
import { NO_REVIEWS } from '#lib/document/statistics/add-reviews.ts';
import { groupDays } from './group-days.ts';

const TIME = { from: '2026-03-10', to: '2026-03-19' };
const DAY = { day: '2026-03-12', review: { ...NO_REVIEWS, approved: 4, unchanged: 3 }, values: 40, changed: 2 };

test('every day of the time is there, also before the first approval and after the last', () => {
  const spans = groupDays({ days: [DAY] }, false, TIME);
  expect(spans).toHaveLength(10);
  expect([spans[0]?.day, spans.at(-1)?.day]).toEqual(['2026-03-10', '2026-03-19']);
  expect(spans.filter(({ approved }) => approved > 0)).toEqual([{ day: '2026-03-12', approved: 4, unchanged: 3, values: 40, changed: 2 }]);
});

test('weeks begin on Monday, the one that the time begins in too', () => {
  expect(groupDays({ days: [DAY] }, true, TIME).map(({ day, values }) => [day, values])).toEqual([
    ['2026-03-09', 40],
    ['2026-03-16', 0],
  ]);
});

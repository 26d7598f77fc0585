import type { Insights } from '#lib/contract/desk/insights/insights.ts';

/** The sums of a day, or of a week that begins on that day. */
export type Span = { day: string; approved: number; unchanged: number; values: number; changed: number };

/**
 * The sums of each day in the time, also of those without work; or of each week, from its Monday.
 * @param time first and last day, as `2026-03-12`
 */
export function groupDays({ days }: Pick<Insights, 'days'>, byWeek: boolean, time: { from: string; to: string }): Span[] {
  const spans = new Map<string, Span>();
  for (let day = time.from; day <= time.to; day = nextDay(day)) spans.set(keyOf(day, byWeek), emptySpan(keyOf(day, byWeek)));
  for (const { day, review, values, changed } of days) {
    const span = spans.get(keyOf(day, byWeek));
    if (!span) continue;
    span.approved += review.approved;
    span.unchanged += review.unchanged;
    span.values += values;
    span.changed += changed;
  }
  return [...spans.values()];
}

/** The span that a moment falls into. */
export function spanOf(iso: string, byWeek: boolean): string {
  return keyOf(iso.slice(0, 10), byWeek);
}

function emptySpan(day: string): Span {
  return { day, approved: 0, unchanged: 0, values: 0, changed: 0 };
}

function keyOf(day: string, byWeek: boolean): string {
  if (!byWeek) return day;
  const date = new Date(`${day}T00:00:00Z`);
  // Monday is the first day
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

function nextDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
}

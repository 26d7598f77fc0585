/** A probability as whole per cent, rounded down; null where nothing was said about it. */
export function formatConfidence(confidence: number | null): string {
  // 0.29 * 100 is a little less than 29
  return confidence === null ? 'No confidence given' : `${Math.floor(confidence * 100 + 1e-9)} %`;
}

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const YEAR = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const YEAR_TIME = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

/** A moment, as short as it can be understood today: the time today, the day this year, else the date. */
export function formatMoment(iso: string, now = new Date()): string {
  const date = new Date(iso);
  if (date.toDateString() === now.toDateString()) return TIME.format(date);
  return date.getFullYear() === now.getFullYear() ? `${DAY.format(date)}, ${TIME.format(date)}` : YEAR.format(date);
}

/** The day of a moment, with its year, where it is read on any day: `Nov 30, 2026`. */
export function formatDay(iso: string): string {
  return YEAR.format(new Date(iso));
}

/** A moment with its day and year: `Nov 30, 2026, 4:39 PM`. */
export function formatDayAndTime(iso: string): string {
  return YEAR_TIME.format(new Date(iso));
}

/** A moment in full, for tooltips. */
export function formatFullMoment(iso: string): string {
  return FULL.format(new Date(iso));
}

/** `1 document`, `1,204 documents`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

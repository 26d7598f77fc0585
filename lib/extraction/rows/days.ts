import { foldText } from '#lib/document/fold-text.ts';
import { parseDate } from '#lib/document/parse-date.ts';
import { listMonthNames, parseMonth } from '#lib/document/parse-months.ts';
import type { Habits } from '../candidates/habits.ts';
import type { Scene } from '../scoring/scene.ts';

const MONTH = listMonthNames().join('|');
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const NUMBER = '(?:0?[1-9]|1[0-2])';
/** A day with or without its year: "02.04.", "02/04", "02-04", "3. Apr", "Mar 14", "02.04.2026". A dot must follow a dotted month: "2.04" is an amount. */
const PRINTED = new RegExp(
  `^(?:${DAY}\\.\\s?${NUMBER}\\.(?:\\s?\\d{2,4})?|${DAY}/${DAY}(?:/\\d{2,4})?|${DAY}-${DAY}(?:-\\d{2,4})?|${DAY}\\.?[\\s-]?(?:de )?(?:${MONTH})\\.?(?:[\\s-]\\d{2,4})?|(?:${MONTH})\\.?\\s?${DAY}(?:,?\\s\\d{4})?)$`,
  'u',
);
/** Days that a statement may be made after its last booking, and within which bookings may lie beside a period. */
const AFTER = 7;
/** Longest time a statement looks back from its date, in days. */
const BACK = 100;
const BESIDE = 15;
const LENGTH = 86_400_000;

/** True for print that is a day and no amount. */
export function isDay(text: string): boolean {
  return PRINTED.test(foldText(text.trim()));
}

/** True for "02.04." with all its zeros, which reads as an amount with a full stop otherwise. */
export function isDottedDay(text: string): boolean {
  return /^(?:0[1-9]|[12]\d|3[01])\.\s?(?:0[1-9]|1[0-2])\.$/.test(text.trim());
}

/** What a document says of its years: spans from first to last day, and days on their own (ISO). */
export type Years = { spans: { from: string; to: string }[]; dates: string[] };

/** Spans and days that are printed with their year in a document; a month with its year is a span where no other is printed. */
export function findYears(scene: Scene): Years {
  const found = scene.pool.candidates
    .map(({ kind, value, ranges }, index) => ({ kind, value, start: ranges[0]?.[0] ?? 0, role: scene.dateRange(index) }))
    .flatMap((entry) => (entry.kind === 'date' && typeof entry.value === 'string' ? [{ ...entry, value: entry.value }] : []))
    .sort((a, b) => a.start - b.start);
  const spans = found.flatMap(({ role, value }, at) => {
    const end = found.slice(at + 1).find((other) => other.role === 'end');
    return role === 'start' && end && end.value >= value ? [{ from: value, to: end.value }] : [];
  });
  const { tokens } = scene.view;
  if (!spans.length)
    tokens.forEach(({ text }, at) => {
      const year = /^(20\d\d)[.,]?$/.exec(tokens[at + 1]?.text ?? '')?.[1];
      const month = year ? parseMonth(text) : null;
      if (!year || !month || /\d/.test(tokens[at - 1]?.text ?? '')) return;
      const last = new Date(Date.UTC(Number(year), month, 0)).toISOString().slice(0, 10);
      spans.push({ from: `${last.slice(0, 8)}01`, to: last });
    });
  return { spans, dates: [...new Set(found.map(({ value }) => value))] };
}

/**
 * The date of a day that is printed without its year: the one within the document's period; without one, that on which all dates
 * of the document agree, which lie at most a quarter after it. Null when that leaves none or a choice.
 */
export function completeDay(text: string, years: Years, habits: Habits): string | null {
  if (!isDay(text)) return null;
  const within = (from: number, to: number) => datesBetween(text, from, to, habits);
  const spans = years.spans.map(({ from, to }) => [Date.parse(from), Date.parse(to)] as const);
  const days = years.dates.map((date) => Date.parse(date));
  return (
    only(spans.flatMap(([from, to]) => within(from, to))) ??
    only(spans.flatMap(([from, to]) => within(from - BESIDE * LENGTH, to + BESIDE * LENGTH))) ??
    only(days.flatMap((day) => within(day - BACK * LENGTH, day + AFTER * LENGTH))) ??
    only(days.flatMap((day) => within(day - (365 - AFTER) * LENGTH, day + AFTER * LENGTH)))
  );
}

function only(dates: readonly string[]): string | null {
  const [date, ...others] = new Set(dates);
  return date && !others.length ? date : null;
}

/** Dates that a day is between two times (milliseconds, both included), one for each year at most. */
function datesBetween(text: string, from: number, to: number, habits: Habits): string[] {
  const plain = text.trim().replace(/[.\s]+$/, '');
  const sign = /\d([./-])\s?\d+$/.exec(plain)?.[1] ?? ' ';
  const [first, last] = [new Date(from).getUTCFullYear(), new Date(to).getUTCFullYear()];
  return Array.from({ length: Math.min(3, last - first + 1) }, (_, step) => first + step).flatMap((year) => {
    const date = parseDate(`${plain}${sign}${year}`, habits.dateOrder);
    return date && Date.parse(date) >= from && Date.parse(date) <= to ? [date] : [];
  });
}

import { foldText } from '#lib/document/values/fold-text.ts';
import { parseDate } from '#lib/document/values/parse-date.ts';
import { listMonthNames, parseMonth } from '#lib/document/values/parse-month.ts';
import type { Locale } from '../../candidates/find-locale.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';

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
/** Years of a span that are looked at. */
const MOST_YEARS = 9;

/** True for text that is a day and no amount. */
export function isDay(text: string): boolean {
  return PRINTED.test(foldText(text.trim()));
}

/** True for "02.04." with all its zeros, which reads as an amount with a full stop otherwise. */
export function isDottedDay(text: string): boolean {
  return /^(?:0[1-9]|[12]\d|3[01])\.\s?(?:0[1-9]|1[0-2])\.$/.test(text.trim());
}

/** A time in milliseconds, both ends included. */
type Span = { from: number; to: number };

/** What a document says of its years: the times that its days may lie in, the best first, and what days were found to be. */
export type Years = { choices: Span[][]; known: Map<string, string | null> };

/** Spans and days that are printed with their year in a document; a month with its year is a span where no other is printed. */
export function findYears(context: ExtractionContext): Years {
  const { tokens } = context.view;
  // Two days beside each other ("15 APR   17 APR") are no day with its year.
  const isOneDay = (ranges: readonly (readonly [number, number])[]) =>
    ranges.every(
      ([start, end]) =>
        tokens[start]?.segment === tokens[end - 1]?.segment &&
        !(/^\d{1,2}$/.test(tokens[end - 1]?.text ?? '') && parseMonth(tokens[end]?.text ?? '') !== null),
    );
  const found = context.pool.candidates
    .map(({ kind, value, ranges }, index) => ({ kind, value, ranges, start: ranges[0]?.[0] ?? 0, role: context.dateRange(index) }))
    .flatMap((entry) =>
      entry.kind === 'date' && typeof entry.value === 'string' && isOneDay(entry.ranges) ? [{ ...entry, value: entry.value }] : [],
    )
    .sort((a, b) => a.start - b.start);
  const spans: { from: string; to: string }[] = [];
  let end: string | null = null;
  for (const { role, value } of found.toReversed()) {
    if (role === 'end') end = value;
    if (role === 'start' && end && end >= value) spans.push({ from: value, to: end });
  }
  if (!spans.length)
    tokens.forEach(({ text }, at) => {
      const year = /^(20\d\d)[.,]?$/.exec(tokens[at + 1]?.text ?? '')?.[1];
      const month = year ? parseMonth(text) : null;
      if (!year || !month || /\d/.test(tokens[at - 1]?.text ?? '')) return;
      const last = new Date(Date.UTC(Number(year), month, 0)).toISOString().slice(0, 10);
      spans.push({ from: `${last.slice(0, 8)}01`, to: last });
    });
  const periods = spans.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));
  const days = [...new Set(found.map(({ value }) => value))].map((date) => ({ from: Date.parse(date), to: Date.parse(date) }));
  const choices = [merge(periods, 0, 0), merge(periods, BESIDE, BESIDE), merge(days, BACK, AFTER), merge(days, 365 - AFTER, AFTER)];
  return { choices, known: new Map() };
}

/** Spans longer by some days at their ends, those that touch made one. */
function merge(spans: readonly Span[], before: number, after: number): Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const [from, to] = [span.from - before * LENGTH, span.to + after * LENGTH];
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/**
 * The date of a day that is printed without its year: the one within the document's period; without one, that on which all dates
 * of the document agree, which lie at most a quarter after it. Null when that leaves none or a choice.
 */
export function completeDay(text: string, years: Years, locale: Locale): string | null {
  const known = years.known.get(text);
  if (known !== undefined) return known;
  let date: string | null = null;
  if (isDay(text)) for (const spans of years.choices) date ??= only(spans.flatMap(({ from, to }) => datesBetween(text, from, to, locale)));
  years.known.set(text, date);
  return date;
}

function only(dates: readonly string[]): string | null {
  const [date, ...others] = new Set(dates);
  return date && !others.length ? date : null;
}

/** Dates that a day is between two times (milliseconds, both included), one for each year at most. */
function datesBetween(text: string, from: number, to: number, locale: Locale): string[] {
  const plain = text.trim().replace(/[.\s]+$/, '');
  const sign = /\d([./-])\s?\d+$/.exec(plain)?.[1] ?? ' ';
  const [first, last] = [new Date(from).getUTCFullYear(), new Date(to).getUTCFullYear()];
  return Array.from({ length: Math.min(MOST_YEARS, last - first + 1) }, (_, step) => first + step).flatMap((year) => {
    const date = parseDate(`${plain}${sign}${year}`, locale.dateOrder);
    return date && Date.parse(date) >= from && Date.parse(date) <= to ? [date] : [];
  });
}

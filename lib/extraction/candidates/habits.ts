import type { DateOrder } from '#lib/document/parse-date.ts';

/** How a document writes dates and numbers. */
export type Habits = { dateOrder: DateOrder; decimalSign: '.' | ',' | null };

const ENGLISH = /\b(?:the|and|of|to|for|with|date|total|number|page|please|from)\b/gi;
const AMERICAN = /\b(?:[A-Z]{2}\s+\d{5}(?:-\d{4})?|LLC|USA|U\.S\.|Inc\.?|IRS|ZIP)\b|\$\s?\d/g;
const DAY_FIRST_PLACES = /\b(?:GST|VAT|ABN|Sdn|Bhd|Ltd|RM|GBP|EUR|INR|AUD)\b|[£€₹]/g;

/**
 * Works out from a document's text which of day and month comes first in all-digit dates (dates that can be read in one
 * way decide; else signs of American usage) and which sign marks decimals (amounts with two decimals decide).
 */
export function findHabits(texts: readonly string[]): Habits {
  let dayFirst = 0;
  let monthFirst = 0;
  let comma = 0;
  let dot = 0;
  let english = 0;
  let american = 0;
  let elsewhere = 0;
  let budget = 400_000;
  for (const full of texts) {
    const text = full.slice(0, Math.max(0, budget));
    budget -= text.length;
    for (const match of text.matchAll(/(?<![\d./-])(\d{1,2})([/.-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/g)) {
      const first = Number(match[1]);
      const second = Number(match[3]);
      if (first > 12 && first <= 31 && second >= 1 && second <= 12) dayFirst++;
      if (second > 12 && second <= 31 && first >= 1 && first <= 12) monthFirst++;
    }
    for (const match of text.matchAll(/\d([.,])\d{2}(?![\d.,])/g)) match[1] === ',' ? comma++ : dot++;
    english += text.match(ENGLISH)?.length ?? 0;
    american += text.match(AMERICAN)?.length ?? 0;
    elsewhere += text.match(DAY_FIRST_PLACES)?.length ?? 0;
  }
  const dateOrder: DateOrder =
    dayFirst !== monthFirst ? (dayFirst > monthFirst ? 'dmy' : 'mdy') : english > 3 && american > elsewhere ? 'mdy' : 'dmy';
  const decimalSign = comma > dot * 2 ? ',' : dot > comma * 2 ? '.' : null;
  return { dateOrder, decimalSign };
}

import type { Page } from '#lib/contract/service/reading.ts';
import { lastAtOrBefore } from '../geometry/last-at-or-before.ts';
import { textKey } from '../values/fold-text.ts';
import { findDates } from '../values/parse-date.ts';
import { parseMoney } from '../values/parse-money.ts';
import { distanceWithin, recognitionKey } from './recognition-slips.ts';

/** A run of words of a page (half-open) and how well it agrees with what is sought, 0 to 1. */
export type WordMatch = { start: number; end: number; score: number };

/** Words of one line that a figure may be made of at most. */
const LONGEST_FIGURE = 4;
/** Runs of words that read as the number, in any notation. */
export function matchNumber(page: Page, value: number): WordMatch[] {
  const found: WordMatch[] = [];
  for (const line of page.lines) {
    for (let start = line.words[0]; start < line.words[1]; start++) {
      if (!/[\d(−-]/.test(page.words[start]?.text ?? '')) continue;
      let text = '';
      for (let end = start + 1; end <= Math.min(line.words[1], start + LONGEST_FIGURE); end++) {
        text += `${text ? ' ' : ''}${page.words[end - 1]?.text ?? ''}`;
        const plain = text.replace(/^[^\d(−\-$€£¥+]*[:=]/, '').replace(/[;:%]$/, '');
        const readings = [parseMoney(plain, '.'), parseMoney(plain, ','), parseMoney(plain)].filter((reading) => reading !== null);
        const exact = readings.some((reading) => Math.abs(reading.amount - value) < 0.005);
        const unsigned = !exact && readings.some((reading) => Math.abs(Math.abs(reading.amount) - Math.abs(value)) < 0.005);
        if (exact || unsigned) {
          const unambiguous = readings.every((reading) => Math.abs(reading.amount - value) < 0.005);
          found.push({ start, end, score: unsigned ? 0.6 : unambiguous ? 1 : 0.85 });
          break;
        }
      }
    }
  }
  return found;
}

/** Runs of words that read as the date, in any spelling, over line ends too. */
export function matchDate(page: Page, iso: string): WordMatch[] {
  const starts: number[] = [];
  let text = '';
  page.words.forEach((word, index) => {
    starts.push(text.length);
    text += word.text + (index + 1 < page.words.length ? ' ' : '');
  });
  const at = (offset: number) => lastAtOrBefore(starts, offset);
  return findDates(text).flatMap((date) => {
    if (date.iso !== iso && date.alternative !== iso) return [];
    return [{ start: at(date.start), end: at(date.end - 1) + 1, score: date.alternative === null ? 1 : date.iso === iso ? 0.9 : 0.85 }];
  });
}

/**
 * Runs of words whose letters and digits are those of the text; else, with slips of recognition evened out; else, for texts of
 * eight signs or more, runs that differ by at most an eighth of their length.
 */
export function matchText(page: Page, text: string): WordMatch[] {
  const key = textKey(text);
  if (!key) return [];
  const keys = page.words.map((word) => textKey(word.text));
  const exact = runsOf(keys, key, 1);
  if (exact.length) return exact;
  // Only what was recognised from pixels has slips; in printed text another letter is another word.
  const slips = runsOf(keys.map(recognitionKey), recognitionKey(key), 0.9).filter(({ start, end }) =>
    page.words.slice(start, end).some(({ confidence }) => confidence !== undefined),
  );
  if (slips.length) return slips;
  return key.length >= 8 && key.length <= 300 ? nearRuns(keys, key) : [];
}

function runsOf(keys: readonly string[], wanted: string, score: number): WordMatch[] {
  const found: WordMatch[] = [];
  for (let start = 0; start < keys.length; start++) {
    const first = keys[start] ?? '';
    if (!first) continue;
    // The value may be a part of one word ("Total:12.50", "INV-7/2024").
    if (first.length > wanted.length && wanted.length >= 4 && first.includes(wanted))
      found.push({ start, end: start + 1, score: score * 0.8 });
    if (!wanted.startsWith(first)) continue;
    let length = 0;
    for (let end = start; end < keys.length && length < wanted.length; end++) {
      const part = keys[end] ?? '';
      if (!wanted.startsWith(part, length)) break;
      length += part.length;
      if (length === wanted.length) found.push({ start, end: end + 1, score });
    }
  }
  return found;
}

/** Work that near matching may cost on one page, in compared letters. */
const BUDGET = 6_000_000;

function nearRuns(keys: readonly string[], wanted: string): WordMatch[] {
  const allowed = Math.floor(wanted.length / 8);
  const found: WordMatch[] = [];
  let budget = BUDGET;
  for (let start = 0; start < keys.length && budget > 0; start++) {
    if (!keys[start]) continue;
    let run = '';
    for (let end = start; end < keys.length && run.length <= wanted.length + allowed; end++) {
      run += keys[end] ?? '';
      if (run.length < wanted.length - allowed || run.length > wanted.length + allowed) continue;
      budget -= run.length * (2 * allowed + 1);
      const distance = distanceWithin(run, wanted, allowed);
      if (distance <= allowed) found.push({ start, end: end + 1, score: 0.85 - (0.4 * distance) / Math.max(1, allowed) });
    }
  }
  return found;
}

import { anyDocumentWord, dayNamePattern } from './document-words.ts';
import { listMonthNames, parseMonth } from './parse-month.ts';

/** Order of day and month in an all-digit date. */
export type DateOrder = 'dmy' | 'mdy';

/** A date found in a text: `start`/`end` are offsets into the given string (half-open). */
export type FoundDate = {
  start: number;
  end: number;
  /** ISO `YYYY-MM-DD`. */
  iso: string;
  /** The other reading of an all-digit date when day and month could be swapped. */
  alternative: string | null;
  /** How it was written. */
  style: 'iso' | 'digits' | 'words' | 'short_year' | 'compact';
};

const MONTH = listMonthNames().join('|');
const DAY_NAME = dayNamePattern;
const GAP = "[\\s,.\\-/'’]{0,3}";
const PATTERNS: { style: FoundDate['style']; order: string; pattern: RegExp }[] = [
  {
    style: 'iso',
    order: 'ymd',
    pattern:
      /(?<![\d.,/-])(\d{4})\s?([-./])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d])/gi,
  },
  { style: 'iso', order: 'cjk', pattern: /(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/g },
  {
    style: 'words',
    order: 'dMy',
    pattern: new RegExp(
      `(?<![\\p{L}\\d])(?:${DAY_NAME})?(\\d{1,2})(?:st|nd|rd|th|er|e|º|°|ª)?\\.?(?:\\s{0,2}(?:day of|days of|de|of|d['’]))?${GAP}(${MONTH})\\.?${GAP}(?:de |del |of )?\\s?['’]?(\\d{4}|\\d{2})(?![\\d])(?!\\p{L})`,
      'giu',
    ),
  },
  {
    style: 'words',
    order: 'Mdy',
    pattern: new RegExp(
      `(?<![\\p{L}\\d])(?:${DAY_NAME})?(${MONTH})\\.?\\s{0,2}(?:the )?(?!\\d{4}(?!\\d))(\\d{1,2})(?:st|nd|rd|th)?\\s?[,.]?\\s{0,2}(?:of )?['’]?(\\d{4}|\\d{2}(?![\\d:]))(?!\\d)(?!\\p{L})`,
      'giu',
    ),
  },
  {
    style: 'words',
    order: 'yMd',
    pattern: new RegExp(`(?<![\\p{L}\\d])(\\d{4})[\\s,.-]{1,2}(${MONTH})[\\s.-]{1,2}(\\d{1,2})(?![\\d])`, 'giu'),
  },
  { style: 'digits', order: 'dmy', pattern: /(?<![\d.,/]|\d[-–])(\d{1,2})\s?([./])\s?(\d{1,2})\s?\2\s?(\d{4})(?!\d)(?![.,/]\d)/g },
  { style: 'digits', order: 'dmy', pattern: /(?<=\d[-–])(\d{1,2})([./])(\d{1,2})\2(\d{4}|\d{2})(?!\d)(?![.,/:]\d)/g },
  { style: 'digits', order: 'dmy', pattern: /(?<![\d.,/-])(\d{1,2})\s?(-)\s?(\d{1,2})\s?-\s?(\d{4})(?!\d)(?![.,/-]\d)/g },
  { style: 'digits', order: 'dmy', pattern: /(?<![\d.,/-])(\d{1,2})( )(\d{1,2}) (\d{4})(?!\d)(?![.,/-]\d)/g },
  {
    style: 'short_year',
    order: 'dmy',
    pattern: /(?<![\d.,/:]|\d[-–])(\d{1,2})\s?([./])\s?(\d{1,2})\s?\2\s?['’]?(\d{2})(?!\d)(?![.,/:]\d)/g,
  },
  { style: 'short_year', order: 'dmy', pattern: /(?<![\d.,/:-])(\d{1,2})\s?(-)\s?(\d{1,2})\s?-\s?['’]?(\d{2})(?!\d)(?![.,/:-]\d)/g },
  { style: 'compact', order: 'compact', pattern: /(?<![\d.,/-])((?:19|20)\d{2})(0[1-9]|1[0-2])([0-2]\d|3[01])(?![\d.,/-])/g },
];

/** What joins the two ends of a span of days ("1–31 March", "1. bis 31. März"). */
const JOIN = `\\s{0,2}(?:[-–—]|${anyDocumentWord(({ joins }) => joins)})\\s{0,2}`;
const DAY_MARK = '(?:st|nd|rd|th|er|º|°|ª)?\\.?';
/** The first end of a span whose month or year is printed behind the second end only: day, and its month when printed. */
const SPAN_BEFORE = new RegExp(
  `(?<![\\p{L}\\d.,/:-]|\\d[ ])(\\d{1,2})${DAY_MARK}(?:(?:\\s{1,2}(?:de )?|\\.\\s?)(${MONTH})\\.?|(?<=\\.)(\\d{1,2})\\.)?(?=${JOIN}$)`,
  'iu',
);
/** "March 1–31, 2024": month, first day, second day, year. */
const SPAN_AFTER = new RegExp(
  `(?<![\\p{L}\\d])(${MONTH})\\.?\\s{1,2}(\\d{1,2})(?:st|nd|rd|th)?(?:\\s?[-–—]\\s?|\\s(?:to|through|until)\\s)(\\d{1,2})(?:st|nd|rd|th)?,?\\s{1,2}(\\d{4})(?!\\d)`,
  'giu',
);
/** Characters before a date in which the first end of its span is looked for. */
const SPAN_REACH = 32;
/** What stands before a count, an amount or a number of something, which is no day: "Qty 5 - 10 January 2024". */
const COUNTED = new RegExp(`(?:(?<!\\p{L})(?:${anyDocumentWord(({ counted }) => counted)}|n[°º])\\s?[.:]?|[#№$€£¥₹×*@])\\s{0,3}$`, 'u');
/** Documents whose number stands behind their name; "Invoice 1–31 March 2024" is a span all the same, for its dash stands close. */
const NUMBERED = new RegExp(`(?<!\\p{L})(?:${anyDocumentWord(({ numbered }) => numbered)})\\s?[.:]?\\s{0,3}$`, 'u');
/** The first number of a span that has no sign of a day ("5th", "5."), nor a month. */
const BARE_DAY = /^\d+$/;
/** A dash with spaces around it. */
const APART = /\s[-–—]\s{0,2}$/;

/** True for a figure before a date that is more likely a count or a document's number than the first day of a span. */
function isCount(folded: string, start: number, number: string, end: number, date: FoundDate): boolean {
  if (!BARE_DAY.test(number)) return false;
  const before = folded.slice(Math.max(0, start - SPAN_REACH), start);
  return COUNTED.test(before) || (APART.test(folded.slice(end, date.start)) && NUMBERED.test(before));
}

/** First ends of spans of which only the second end carries the year (and the month): "1–31 March 2024", "1.3. – 31.3.2024". */
function findSpanStarts(folded: string, found: readonly FoundDate[]): FoundDate[] {
  return found.flatMap((date): FoundDate[] => {
    if (date.style !== 'words' && date.style !== 'digits') return [];
    const from = Math.max(0, date.start - SPAN_REACH);
    const match = SPAN_BEFORE.exec(folded.slice(from, date.start));
    if (!match) return [];
    const start = from + match.index;
    const end = start + match[0].length;
    const named = match[2] ?? match[3];
    if (!named && (date.style === 'digits' || isCount(folded, start, match[0].trim(), end, date))) return [];
    if (found.some((other) => start < other.end && other.start < end)) return [];
    const [year = 0, month = 0] = date.iso.split('-').map(Number);
    const own = match[2] ? (parseMonth(match[2]) ?? 0) : Number(match[3] ?? month);
    const iso = isoDate(year, own, Number(match[1])) ?? '';
    // A span from one year to the next says so at its beginning; what does not come before its end is none.
    return iso && iso < date.iso ? [{ start, end, iso, alternative: null, style: date.style }] : [];
  });
}

/** Both ends of spans with the month before them: "March 1–31, 2024". */
function findMonthSpans(folded: string, found: readonly FoundDate[]): FoundDate[] {
  return [...folded.matchAll(SPAN_AFTER)].flatMap((match): FoundDate[] => {
    const [whole, name = '', first = '', second = '', year = ''] = match;
    const month = parseMonth(name) ?? 0;
    const [from, to] = [isoDate(Number(year), month, Number(first)), isoDate(Number(year), month, Number(second))];
    const start = match.index;
    const end = start + whole.length;
    if (!from || !to || from >= to || found.some((other) => start < other.end && other.start < end)) return [];
    const split = start + whole.search(/\d/) + first.length;
    return [
      { start, end: split, iso: from, alternative: null, style: 'words' },
      { start: split + 1 + folded.slice(split + 1, end).search(/\d/), end, iso: to, alternative: null, style: 'words' },
    ];
  });
}

function fullYear(year: string): number {
  const value = Number(year);
  if (year.length > 2) return value;
  return value < 70 ? 2000 + value : 1900 + value;
}

/** ISO date of year, month 1 to 12 and day, or null when there is no such day (years 1800 to 2200 only). */
export function isoDate(year: number, month: number, day: number): string | null {
  if (!(year >= 1800 && year <= 2200 && month >= 1 && month <= 12 && day >= 1 && day <= 31)) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.toISOString().slice(0, 10);
}

function interpret(order: string, match: RegExpExecArray, prefer: DateOrder): { iso: string; alternative: string | null } | null {
  const at = (index: number) => match[index] ?? '';
  const single = (iso: string | null) => (iso ? { iso, alternative: null } : null);
  switch (order) {
    case 'ymd':
      return single(isoDate(Number(at(1)), Number(at(3)), Number(at(4))));
    case 'cjk':
    case 'compact':
      return single(isoDate(Number(at(1)), Number(at(2)), Number(at(3))));
    case 'dMy':
      return single(isoDate(fullYear(at(3)), parseMonth(at(2)) ?? 0, Number(at(1))));
    case 'Mdy':
      return single(isoDate(fullYear(at(3)), parseMonth(at(1)) ?? 0, Number(at(2))));
    case 'yMd':
      return single(isoDate(fullYear(at(1)), parseMonth(at(2)) ?? 0, Number(at(3))));
    default: {
      const year = fullYear(at(4));
      const dayFirst = isoDate(year, Number(at(3)), Number(at(1)));
      const monthFirst = isoDate(year, Number(at(1)), Number(at(3)));
      const dotted = at(2) === '.' && at(4).length === 4;
      const first = prefer === 'mdy' && !(dotted && dayFirst) ? monthFirst : dayFirst;
      const second = first === monthFirst ? dayFirst : monthFirst;
      if (first) return { iso: first, alternative: second && second !== first ? second : null };
      return single(second);
    }
  }
}

/**
 * Finds all dates in a text, in any usual spelling of the known languages. Combining accents must be composed (NFC);
 * month names may carry accents. A span of days gives both its ends. Matches do not overlap; earlier patterns (ISO, written months) win.
 * @param prefer how to read 03/04/2024; dotted dates with four-digit years are always read day first.
 */
export function findDates(text: string, prefer: DateOrder = 'dmy'): FoundDate[] {
  const folded = foldSameLength(text);
  const found: FoundDate[] = [];
  for (const { style, order, pattern } of PATTERNS) {
    pattern.lastIndex = 0;
    for (let match = pattern.exec(folded); match; match = pattern.exec(folded)) {
      const start = match.index;
      const end = start + match[0].length;
      const reading = interpret(order, match, prefer);
      if (!reading) {
        pattern.lastIndex = start + 1;
        continue;
      }
      if (found.some((other) => start < other.end && other.start < end)) continue;
      found.push({ start, end, ...reading, style });
    }
  }
  found.push(...findMonthSpans(folded, found));
  found.push(...findSpanStarts(folded, found));
  return found.sort((a, b) => a.start - b.start);
}

/** Like folding, but keeps the length so that offsets stay true. */
function foldSameLength(text: string): string {
  if (/^[\p{ASCII}]*$/u.test(text)) return text.toLowerCase();
  let out = '';
  for (const char of text) {
    const folded = char.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
    out += folded.length === char.length ? folded : char;
  }
  return out;
}

/** Little words that stand before or behind a date and belong to it: "dnia 3 maja 2024", "le 3 janvier 2024", "am 3. Mai 2024". */
const LEADS = new RegExp(`^(?:${anyDocumentWord(({ leads }) => leads)})\\s{1,2}(?=\\p{L}*[\\s,.]*\\d)`, 'iu');
const BEHIND = new RegExp(`\\s(?:${anyDocumentWord(({ behind }) => behind)})$`, 'i');

/**
 * Reads a text that is a date and nothing else (surrounding spaces allowed).
 * @returns ISO `YYYY-MM-DD`, or null
 */
export function parseDate(text: string, prefer: DateOrder = 'dmy'): string | null {
  const trimmed = text.normalize('NFC').trim().replace(LEADS, '').replace(BEHIND, '');
  const found = findDates(trimmed, prefer);
  const only = found[0];
  if (!only || found.length > 1) return null;
  return only.start === 0 && /^[.,;]?$/.test(trimmed.slice(only.end)) ? only.iso : null;
}

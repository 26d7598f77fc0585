import type { DateOrder } from '#lib/document/values/parse-date.ts';
import { anyOf } from '../languages/languages.ts';

/** How a document writes dates and numbers. */
export type Locale = {
  dateOrder: DateOrder;
  /** False when nothing in the document says which of day and month comes first. */
  isOrderKnown: boolean;
  decimalSign: '.' | ',' | null;
};

/** Words of languages that leave the order of day and month open, and of those that put the day first. */
const ENGLISH = new RegExp(`\\b(?:${anyOf(({ dates }) => (dates?.order === 'open' ? dates.frequent : ''))})\\b`, 'gi');
const DAY_FIRST_WORDS = new RegExp(
  `(?<!\\p{L})(?:${anyOf(({ dates }) => (dates?.order === 'open' ? '' : dates?.frequent))})(?!\\p{L})`,
  'giu',
);
const AMERICAN = /\b(?:[A-Z]{2}\s+\d{5}(?:-\d{4})?|LLC|USA|U\.S\.|Inc\.?|IRS|ZIP)\b|\$\s?\d/g;
const DAY_FIRST_PLACES = /\b(?:GST|VAT|ABN|Sdn|Bhd|Ltd|RM|GBP|EUR|INR|AUD)\b|[£€₹]/g;
const STATES = 'A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]';
/** What only documents of the United States have, one sign of it each: a state with its ZIP, a town in a state, words of law and taxes. */
const AMERICAN_SIGNS = [
  new RegExp(`(?<![\\p{L}\\d])(?:${STATES})\\.?,?\\s+\\d{5}(?:-\\d{4})?(?![\\d-])`, 'u'),
  new RegExp(`\\p{Lu}\\p{Ll}+,\\s(?:${STATES})(?![\\p{L}\\d'’.])`, 'u'),
  // Without the comma only at the end of an address: “Order ID” is no town.
  new RegExp(`\\d[^\\n\\t]{2,60}, ?\\p{Lu}\\p{Ll}+\\s(?:${STATES})(?:[\\n\\t]|$)`, 'u'),
  /(?<!\p{L})(?:LLC|USA|U\.S\.|IRS|EIN|SSN)(?!\p{L})/u,
];
/** What documents of Canada and others have as well: dollars, telephone numbers. They support, and never decide alone. */
const SHARED_SIGNS = [/(?<![\p{L}\d])(?:US)?\$\s?\d/u, /(?<![\d+-])(?:\(\d{3}\)\s?|\d{3}[-.])\d{3}[-.]\d{4}(?![\d-])/];
/** Canada writes both orders: its name, a postcode or its taxes leave the order open. */
const CANADIAN = /(?<!\p{L})(?:Canad(?:a|ian)|HST)(?!\p{L})|(?<![\p{L}\d])[A-CEGHJ-NPR-TVXY]\d[A-Z] \d[A-Z]\d(?![\p{L}\d])/u;
/** Signs that decide together. */
const ENOUGH = 2;
const FOREIGN = 4;
/** Orders that a form prints beside its gaps. */
const WRITTEN_MONTH_FIRST = /(?<!\p{L})mm[\s/.-]{1,3}dd(?!\p{L}{3})/iu;
const WRITTEN_DAY_FIRST = new RegExp(`(?<!\\p{L})(?:${anyOf(({ dates }) => dates?.dayOfForm)})[\\s/.-]{1,3}mm(?!\\p{L})`, 'iu');
const DATE = /(?<![\d./-])(\d{1,2})([/.-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/g;
/** Words before the number of a page. */
const PAGE = anyOf(({ dates }) => dates?.page);
/**
 * A day and its month without a year, no fraction or page, both with two digits. The other way round it would be a month and
 * its year (09/27: until when a card is good, a period), so such pairs never say that the month comes first.
 */
const SHORT = new RegExp(`(?<![\\d./:,-]|(?:${PAGE})\\s)(?:1[3-9]|2\\d|3[01])\\/(?:0[1-9]|1[0-2])(?![\\d./:%-])`, 'giu');
/** Different short days that decide together. */
const ENOUGH_SHORT = 2;

/** Counts dates that can be read in one way only: those with the day first less those with the month first. */
function leaning(text: string): number {
  let lean = 0;
  for (const match of text.matchAll(DATE)) {
    const [a, b] = [Number(match[1]), Number(match[3])];
    if (a > 12 && a <= 31 && b >= 1 && b <= 12) lean++;
    if (b > 12 && b <= 31 && a >= 1 && a <= 12) lean--;
  }
  return lean;
}

/**
 * Works out from a document's text which of day and month comes first in all-digit dates (dates that can be read in one
 * way decide; else the order that a form prints, else signs of American or other usage) and which sign marks decimals (amounts
 * with two decimals decide).
 */
export function findLocale(texts: readonly string[]): Locale {
  let [full, written] = [0, 0];
  const short = new Set<string>();
  let comma = 0;
  let dot = 0;
  let english = 0;
  let american = 0;
  let elsewhere = 0;
  let foreign = 0;
  let isCanadian = false;
  const signs = new Set<RegExp>();
  const shared = new Set<RegExp>();
  let budget = 400_000;
  for (const whole of texts) {
    const text = whole.slice(0, Math.max(0, budget));
    budget -= text.length;
    full += leaning(text);
    for (const [day] of text.matchAll(SHORT)) short.add(day);
    if (WRITTEN_DAY_FIRST.test(text)) written++;
    if (WRITTEN_MONTH_FIRST.test(text)) written--;
    for (const match of text.matchAll(/\d([.,])\d{2}(?![\d.,])/g)) match[1] === ',' ? comma++ : dot++;
    english += text.match(ENGLISH)?.length ?? 0;
    american += text.match(AMERICAN)?.length ?? 0;
    elsewhere += text.match(DAY_FIRST_PLACES)?.length ?? 0;
    foreign += text.match(DAY_FIRST_WORDS)?.length ?? 0;
    for (const sign of AMERICAN_SIGNS) if (sign.test(text)) signs.add(sign);
    for (const sign of SHARED_SIGNS) if (sign.test(text)) shared.add(sign);
    isCanadian ||= CANADIAN.test(text);
  }
  const decimalSign = comma > dot * 2 ? ',' : dot > comma * 2 ? '.' : null;
  const isForeign = foreign > Math.max(FOREIGN - 1, english) || decimalSign === ',';
  const hasSigns = signs.size + shared.size >= ENOUGH && american + signs.size + shared.size > elsewhere && !isForeign;
  const isAmerican = hasSigns && signs.size > 0 && !isCanadian;
  const days = short.size >= ENOUGH_SHORT && !isAmerican ? short.size : 0;
  const decided = full || written || days;
  if (decided) return { dateOrder: decided > 0 ? 'dmy' : 'mdy', isOrderKnown: true, decimalSign };
  const seemsAmerican = hasSigns || (english > 3 && american > elsewhere);
  return {
    dateOrder: seemsAmerican ? 'mdy' : 'dmy',
    isOrderKnown: isAmerican || (!seemsAmerican && (isForeign || (elsewhere > 0 && !isCanadian))),
    decimalSign,
  };
}

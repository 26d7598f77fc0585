import { checkVatDigits } from '#lib/document/values/check-vat-digits.ts';
import { currencyPattern } from '#lib/document/values/parse-currency.ts';
import { findDates } from '#lib/document/values/parse-date.ts';
import { ibanLength, parseBic, parseEmail, parseIban, parseVatId } from '#lib/document/values/parse-identifier.ts';
import { parseMoney } from '#lib/document/values/parse-money.ts';
import { percentPattern } from '#lib/document/values/parse-number.ts';
import type { DocumentView } from '../view/document-view.ts';
import type { Candidate } from './candidate.ts';
import { findDurations } from './find-durations.ts';
import type { Locale } from './find-locale.ts';
import type { PageStream } from './page-stream.ts';

const NUMBER = "\\d{1,3}(?:[.,’']\\d{2,3})+(?:[.,]\\d{1,4})?|\\d+[.,]\\d{1,6}|\\d+";
const AMOUNT = new RegExp(
  `(?<![\\p{L}\\d.,/:#_@-]|\\d[-/])(?:(?:${currencyPattern})[ ]?)?[-−–+(]?[ ]?(?:(?:${currencyPattern})[ ]?)?[-−–]?(${NUMBER})(?:[ ]?[.,](?=\\d{2}(?!\\d)))?(?:(?<=[.,])\\d{2})?(?:[.,][-–—]{1,2})?(?:[ ]?(?:${currencyPattern}))?(?:[ ]?CR(?![\\p{L}])|[-−)](?![\\p{L}\\d]))?(?![\\d])`,
  'giu',
);
const GROUPED = new RegExp(
  `(?<![\\d.,])(?:(?:${currencyPattern})[ ]?)?[-−]?\\d{1,3}(?:[ \\u00a0\\u202f]\\d{3})+[.,]\\d{2,4}(?!\\d)(?:[ ]?(?:${currencyPattern}))?`,
  'giu',
);
const PERCENT = new RegExp(`(?<![\\d.,\\p{L}])(\\d{1,3}(?:[.,]\\d{1,4})?)\\s?${percentPattern}`, 'giu');
const OF_A_HUNDRED = new RegExp(`^\\s?${percentPattern}`, 'iu');
export const IBAN = /\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]){11,30}/g;
export const VAT =
  /\b(?:ATU|CHE|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|NO|PL|PT|RO|SE|SI|SK|XI)[ .-]?[A-Z0-9](?:[ .-]?[A-Z0-9]){6,13}\b/g;
const BIC = /\b[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?\b/g;
export const EMAIL = /[^\s@<>"(),;:[\]]{1,64}@[\p{L}\p{N}.-]+\.\p{L}{2,24}/gu;
const URL = /\b(?:https?:\/\/|www\.)[^\s<>"']+[^\s<>"'.,;:)]/gi;
const PHONE = /(?<![\d.,/-])(?:\+ ?\d{1,3}[ ./-]?)?(?:\(0?\d{1,5}\)[ ./-]?)?\d{2,5}(?:[ ./-]\d{2,8}){1,4}(?![\d.,/-]*\d)/g;

/** Typed candidates of a page: dates, amounts, percentages, durations, bank and tax numbers, addresses of the net, phones. */
export function findPatterns(view: DocumentView, page: number, stream: PageStream, locale: Locale): Candidate[] {
  const out: Candidate[] = [];
  const add = (start: number, end: number, rest: Pick<Candidate, 'kind' | 'value' | 'strength'> & Partial<Candidate>) => {
    const range = stream.tokensAt(start, end);
    const token = view.tokens[range[0]];
    if (!token) return;
    out.push({
      ranges: [range],
      page,
      segment: token.segment,
      text: stream.text.slice(start, end).replace(/\s+/g, ' ').trim(),
      origin: 'pattern',
      ...rest,
    });
  };
  const taken: [number, number][] = [];
  for (const date of findDates(stream.text, locale.dateOrder)) {
    taken.push([date.start, date.end]);
    add(date.start, date.end, {
      kind: 'date',
      value: date.iso,
      alternative: date.alternative,
      strength: date.style === 'short_year' ? 0.8 : 1,
    });
  }
  for (const duration of findDurations(stream.text))
    add(duration.start, duration.end, { kind: 'duration', value: duration.value, strength: 1 });
  each(stream.text, IBAN, (text, at) => {
    const wanted = ibanLength(text.slice(0, 2));
    if (!wanted) return;
    let length = 0;
    let end = 0;
    while (end < text.length && length < wanted) if (text[end++] !== ' ') length++;
    if (length < wanted - 2) return;
    const valid = parseIban(text.slice(0, end));
    taken.push([at, at + end]);
    add(at, at + end, { kind: 'iban', value: text.slice(0, end).replace(/\s/g, ''), strength: valid ? 1 : 0.5 });
  });
  each(stream.text, VAT, (text, at) => {
    for (let end = text.length; end >= 9; end--) {
      const plain = parseVatId(text.slice(0, end));
      if (!plain || text[end - 1] === ' ' || !/\d{2}/.test(plain) || (end < text.length && /[A-Z0-9]/.test(text[end] ?? ''))) continue;
      if (taken.some(([from, to]) => at < to && from < at + end)) return;
      // One number in ten or so has right check digits by chance: “DK-62-900415” is more likely a document's own number.
      const isChecked = !/^[A-Z]{2}-\d+-\d+$/.test(text.slice(0, end)) && checkVatDigits(plain) === true;
      if (isChecked) taken.push([at, at + end]);
      add(at, at + end, { kind: 'vat_id', value: text.slice(0, end), strength: isChecked ? 1 : 0.7 });
      return;
    }
  });
  each(stream.text, BIC, (text, at) => {
    if (parseBic(text)) add(at, at + text.length, { kind: 'bic', value: text, strength: /\d/.test(text) ? 1 : 0.5 });
  });
  each(stream.text, EMAIL, (text, at) => {
    const plain = text.replace(/[.,]$/, '');
    if (parseEmail(plain)) add(at, at + plain.length, { kind: 'email', value: plain, strength: 1 });
  });
  each(stream.text, URL, (text, at) => add(at, at + text.length, { kind: 'url', value: text, strength: 1 }));
  each(stream.text, PHONE, (text, at) => {
    const digits = text.replace(/\D/g, '').length;
    if (digits >= 7 && digits <= 16 && !taken.some(([from, to]) => at < to && from < at + text.length))
      add(at, at + text.length, { kind: 'phone', value: text, strength: text.startsWith('+') ? 1 : 0.5 });
  });
  each(stream.text, PERCENT, (text, at, match) => {
    const amount = parseMoney(match[1] ?? '', locale.decimalSign);
    if (amount) add(at, at + text.length, { kind: 'percent', value: amount.amount, decimals: amount.decimals, strength: 1 });
  });
  const money = (text: string, at: number) => {
    if (taken.some(([from, to]) => at < to && from < at + text.length)) return;
    if (OF_A_HUNDRED.test(stream.text.slice(at + text.length, at + text.length + 14))) return;
    const around = [stream.text.slice(Math.max(0, at - 3), at), stream.text.slice(at + text.length, at + text.length + 3)] as const;
    const trimmed = withoutMarks(text.replace(/^[\s+]+|\s+$/g, ''), ...around);
    const lead = text.indexOf(trimmed);
    let amount = parseMoney(trimmed, locale.decimalSign) ?? parseMoney(trimmed.replace(/ (?=[.,]\d{2}$)/, ''), locale.decimalSign);
    let cut = trimmed;
    if (!amount) {
      cut = trimmed.replace(/^\(|\)$|[-−]$/g, '');
      amount = parseMoney(cut, locale.decimalSign);
    }
    if (!amount || /^0\d{3,}$/.test(cut) || isTail(view, stream, cut, at + lead)) return;
    const start = at + lead + Math.max(0, trimmed.indexOf(cut));
    // A comma between thousands is easily recognised as a point.
    const isThousands = view.recognised && amount.decimals === 3 && /^\D*\d{1,3}[.,]\d{3}\D*$/.test(cut);
    add(start, start + cut.length, {
      kind: 'amount',
      value: isThousands ? Math.round(amount.amount * 1000) : amount.amount,
      currency: amount.currency,
      decimals: isThousands ? 0 : amount.decimals,
      strength: (amount.decimals === 2 ? 0.6 : 0.2) + (amount.currency ? 0.4 : 0),
    });
  };
  each(stream.text, AMOUNT, money);
  each(stream.text, GROUPED, money);
  return out;
}

/** Widest gap between the groups of one figure, in the height of its text. */
const GROUP_GAP = 0.35;

/** True for what stands behind the space of “1 000,00” or “3 471,20”: it is no amount of its own. */
function isTail({ tokens }: DocumentView, stream: PageStream, cut: string, at: number): boolean {
  if (!/(?:^|[^\d.,])\d{1,3}[ \u00a0\u202f]$/.test(stream.text.slice(Math.max(0, at - 5), at))) return false;
  if (/^0\d\d[.,]/.test(cut)) return true;
  const [start] = stream.tokensAt(at, at + cut.length);
  const [before, own] = [tokens[start - 1], tokens[start]];
  if (!/^\d{3},\d{2}(?!\d)/.test(cut) || !before || !own || before.segment !== own.segment) return false;
  return own.left - before.right <= GROUP_GAP * own.size;
}

/** Brackets of an aside in a sentence, and a dash between the ends of a range, make no amount negative. */
function withoutMarks(amount: string, before: string, after: string): string {
  if (/^\(.*\)$/.test(amount) && /[\p{L},] ?$/u.test(before) && /^(?:[,.;]| \p{Ll})/u.test(after)) return amount.slice(1, -1);
  return /^[-−–] /.test(amount) && /\d ?$/.test(before) ? amount.slice(2) : amount;
}

function each(text: string, pattern: RegExp, visit: (match: string, at: number, groups: RegExpExecArray) => void): void {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (!match[0]) pattern.lastIndex++;
    else visit(match[0], match.index, match);
  }
}

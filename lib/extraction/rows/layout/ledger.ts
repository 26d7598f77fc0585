import { foldText } from '#lib/document/values/fold-text.ts';
import { anyOf, whole } from '../../languages/languages.ts';
import type { FieldProfile } from '../../terms/field-profile.ts';

/**
 * Fields of rows that book money on days, as a bank statement's; -1 for one that the schema lacks (or has more than once).
 * `amount` where one field holds money out and in; `out` and `in` where each has its own.
 */
export type Ledger = { date: number; valueDate: number; amount: number; balance: number; out: number; in: number };

/** What a column of a ledger holds by its heading: money out (-1) or in (1), or 0. */
export type Side = -1 | 0 | 1;

const BALANCE_FIELD = new RegExp(anyOf(({ statements }) => statements?.balanceField));
const VALUE_FIELD = new RegExp(anyOf(({ statements }) => statements?.valueField));
const COUNTED = new Set(['quantity', 'unit_price']);

/** The ledger that a row's fields are: a day and no counts; its amount is the only money beside a balance. Null for other rows. */
export function ledgerOf(profiles: readonly FieldProfile[]): Ledger | null {
  if (profiles.some(({ concepts }) => COUNTED.has(concepts[0]?.id ?? ''))) return null;
  const fields = profiles.map(({ field }, at) => ({ at, type: field.type, words: foldText(`${field.name} ${field.label ?? ''}`) }));
  const dates = fields.filter(({ type }) => type === 'date');
  const money = fields.filter(({ type }) => type === 'money');
  if (!dates.length || !money.length) return null;
  const value = dates.length > 1 ? dates.find(({ words }) => VALUE_FIELD.test(words)) : undefined;
  const balance = money.find(({ words }) => BALANCE_FIELD.test(words));
  const amounts = money.filter((entry) => entry !== balance);
  const [out, into] = [amounts.filter((entry) => sideOfField(entry.words) < 0), amounts.filter((entry) => sideOfField(entry.words) > 0)];
  const isSplit = amounts.length === 2 && out.length === 1 && into.length === 1;
  return {
    date: dates.find((entry) => entry !== value)?.at ?? -1,
    valueDate: value?.at ?? -1,
    amount: amounts.length === 1 ? (amounts[0]?.at ?? -1) : -1,
    balance: balance?.at ?? -1,
    out: isSplit ? (out[0]?.at ?? -1) : -1,
    in: isSplit ? (into[0]?.at ?? -1) : -1,
  };
}

/** The fields of a ledger that hold what is booked: one amount, or money out and money in. */
export function amountsOf({ amount, out, in: into }: Ledger): number[] {
  return [amount, out, into].filter((field) => field >= 0);
}

/** Headings of columns as folded words, in the languages of statements. */
const BOOKED = whole(({ statements }) => statements?.booked);
const VALUE_DAY = whole(({ statements }) => statements?.valueDay);
const AMOUNT = whole(({ statements }) => statements?.amount);
const BALANCE = whole(({ statements }) => statements?.balance);
const OUT = whole(({ statements }) => statements?.out);
const IN = whole(({ statements }) => statements?.in);
/** What headings say of money beside its name. */
const BESIDE = new RegExp(` ?\\b(?:in )?(?:${anyOf(({ statements }) => statements?.besideAmount)})\\b`, 'g');

function wordsOf(title: string): string {
  return foldText(title)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}

/** What a field's name says of its money; `money_out` and `amount_debited` as well as `withdrawal`. */
function sideOfField(words: string): Side {
  return sideOf(
    words
      .replace(/[^\p{L}]+/gu, ' ')
      .replace(/\b(debit|credit|withdraw|deposit)(?:ed|s)\b/g, '$1')
      .trim(),
  );
}

/** What a heading or a name says of its money: out (-1), in (1), or nothing of either (0). */
function sideOf(words: string): Side {
  const bare = words.replace(BESIDE, '').trim();
  if (OUT.test(words) || OUT.test(bare)) return -1;
  return IN.test(words) || IN.test(bare) ? 1 : 0;
}

/** True for a heading that names another field of a ledger: a balance for an amount, money in for money out. */
export function isOtherTitle(ledger: Ledger, field: number, title: string): boolean {
  if (!amountsOf(ledger).includes(field)) return false;
  const words = wordsOf(title);
  if (BALANCE.test(words) || BALANCE.test(words.replace(BESIDE, '').trim())) return true;
  const side = sideOf(words);
  if (field !== ledger.amount && isAmountTitle(title)) return true;
  return (field === ledger.out && side > 0) || (field === ledger.in && side < 0);
}

/** What the heading of a section says of all its amounts ("Electronic withdrawals", "Deposits and other credits"); 0 for both or none. */
export function sideOfSection(heading: string): Side {
  const words = wordsOf(heading).split(' ');
  const sides = new Set(words.flatMap((word) => (word.length > 3 ? sideOf(word) : 0)));
  if (sides.has(-1) === sides.has(1)) return 0;
  return sides.has(-1) ? -1 : 1;
}

/** True for a heading over amounts that are money out or in by their sign. */
export function isAmountTitle(title: string): boolean {
  const words = wordsOf(title);
  return AMOUNT.test(words) || AMOUNT.test(words.replace(BESIDE, '').trim() || words.split(' ')[0] || '');
}

/** How well a heading names a field of a ledger by the words of statements, 0 to 1. */
export function scoreOfTitle(ledger: Ledger, field: number, title: string): number {
  const words = wordsOf(title);
  const bare = words.replace(BESIDE, '').trim() || words.split(' ')[0] || '';
  if (field === ledger.date) return BOOKED.test(words) ? 0.96 : VALUE_DAY.test(words) ? (ledger.valueDate < 0 ? 0.55 : 0) : 0;
  if (field === ledger.valueDate) return VALUE_DAY.test(words) ? 0.96 : 0;
  if (field === ledger.amount) return AMOUNT.test(words) || AMOUNT.test(bare) ? 0.9 : 0;
  if (field === ledger.out) return sideOf(words) < 0 ? 0.96 : 0;
  if (field === ledger.in) return sideOf(words) > 0 ? 0.96 : 0;
  if (field === ledger.balance) return BALANCE.test(words) || BALANCE.test(bare) ? 0.9 : 0;
  return 0;
}

/** The side of each heading where one is of money out and one of money in, and the ledger has one amount for both; else none. */
export function sidesOf(ledger: Ledger | null, titles: readonly string[]): Side[] {
  const none = titles.map((): Side => 0);
  if (!ledger || ledger.amount < 0) return none;
  const sides = titles.map((title) => sideOf(wordsOf(title)));
  const count = (side: Side) => sides.filter((entry) => entry === side).length;
  return count(-1) === 1 && count(1) === 1 ? sides : none;
}

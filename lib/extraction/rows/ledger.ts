import { foldText } from '#lib/document/values/fold-text.ts';
import { anyOf, whole } from '../languages/languages.ts';
import type { FieldProfile } from '../terms/field-profile.ts';

/** Fields of rows that book money on days, as a bank statement's; -1 for one that the schema lacks (or has more than once). */
export type Ledger = { date: number; valueDate: number; amount: number; balance: number };

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
  return {
    date: dates.find((entry) => entry !== value)?.at ?? -1,
    valueDate: value?.at ?? -1,
    amount: amounts.length === 1 ? (amounts[0]?.at ?? -1) : -1,
    balance: balance?.at ?? -1,
  };
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

/** How well a heading names a field of a ledger by the words of statements, 0 to 1. */
export function scoreOfTitle(ledger: Ledger, field: number, title: string): number {
  const words = wordsOf(title);
  const bare = words.replace(BESIDE, '').trim() || words.split(' ')[0] || '';
  if (field === ledger.date) return BOOKED.test(words) ? 0.96 : VALUE_DAY.test(words) ? (ledger.valueDate < 0 ? 0.55 : 0) : 0;
  if (field === ledger.valueDate) return VALUE_DAY.test(words) ? 0.96 : 0;
  if (field === ledger.amount) return AMOUNT.test(words) || AMOUNT.test(bare) ? 0.9 : 0;
  if (field === ledger.balance) return BALANCE.test(words) || BALANCE.test(bare) ? 0.9 : 0;
  return 0;
}

/** The side of each heading where one is of money out and one of money in, and the ledger has one amount for both; else none. */
export function sidesOf(ledger: Ledger | null, titles: readonly string[]): Side[] {
  const none = titles.map((): Side => 0);
  if (!ledger || ledger.amount < 0) return none;
  const sides = titles.map((title): Side => {
    const words = wordsOf(title);
    const bare = words.replace(BESIDE, '').trim();
    if (OUT.test(words) || OUT.test(bare)) return -1;
    return IN.test(words) || IN.test(bare) ? 1 : 0;
  });
  const count = (side: Side) => sides.filter((entry) => entry === side).length;
  return count(-1) === 1 && count(1) === 1 ? sides : none;
}

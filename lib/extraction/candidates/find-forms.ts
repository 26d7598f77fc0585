import { ownValue } from '#lib/contract/json/own-value.ts';
import type { FormField } from '#lib/contract/service/reading.ts';
import { unionAll } from '#lib/document/geometry/box.ts';
import { findDates } from '#lib/document/values/parse-date.ts';
import { parseMoney } from '#lib/document/values/parse-money.ts';
import { boxInEms } from '../view/box-in-ems.ts';
import type { DocumentView } from '../view/document-view.ts';
import type { PageView } from '../view/page-view.ts';
import type { Candidate } from './candidate.ts';
import type { Locale } from './find-locale.ts';

/** A box that can be ticked, with its place in ems and what names it. */
export type TickPlace = {
  page: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
  ticked: boolean;
  confidence: number;
  label: string;
  /** A mark without a box, which says something only where others have none. */
  isBare?: boolean;
};
/** Marks that also stand in lists and formulas. */
const BARE = /^(?:[✓✔✗✘●◉⦿]|\([xX]\)|\()$/u;

const MARKS: Record<string, boolean> = {
  '☐': false,
  '□': false,
  '❏': false,
  '❑': false,
  '◯': false,
  '◉': true,
  '⦿': true,
  '☑': true,
  '☒': true,
  '✓': true,
  '✔': true,
  '✗': true,
  '✘': true,
  '[x]': true,
  '[X]': true,
  '[✓]': true,
  '[✔]': true,
  '⮽': true,
  '🗹': true,
  '🗷': true,
  '[]': false,
  '[_]': false,
  '(x)': true,
  '(X)': true,
};
/** Signs that are tick boxes where both are on a page, else bullets. */
const ROUND: Record<string, boolean> = { '○': false, '●': true };
/** Boxes typed with spaces in them, up to three words. */
const SPACED = /^(?:\[ \]|\( \))$/;
const SPACED_MARK = /^(?:\[ [xX✓✔✗✘] \]|\( [xX✓✔✗✘] \))$/;

/** Two boxes that share so much of the smaller one are the same. */
const TWIN = 0.5;

type Edges = { left: number; top: number; right: number; bottom: number };
function overlap(one: Edges, other: Edges): number {
  const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  const area = ({ left, top, right, bottom }: Edges) => (right - left) * (bottom - top);
  return (Math.max(0, width) * Math.max(0, height)) / Math.max(1e-6, Math.min(area(one), area(other)));
}

/** Tick boxes of a page: drawn ones, interactive ones, and printed signs. */
export function findTicks(view: DocumentView, page: PageView): TickPlace[] {
  const out: TickPlace[] = [];
  const put = (box: readonly number[], ticked: boolean, confidence: number, label: string, isBare = false) => {
    const place = { page: page.index, ...boxInEms(page, box) };
    const twin = out.find((other) => overlap(other, place) > TWIN);
    if (!twin) out.push({ ...place, ticked, confidence, label, ...(isBare ? { isBare } : {}) });
    else if (label && !twin.label) Object.assign(twin, { label, ticked });
  };
  for (const field of page.page.form_fields)
    if (field.kind === 'checkbox' || field.kind === 'radio')
      put(
        field.box,
        field.value === true || (typeof field.value === 'string' && !/^(?:off|no|0|false)?$/i.test(field.value)),
        1,
        field.label ?? field.name,
      );
  for (const tick of page.page.tick_boxes) put(tick.box, tick.ticked, tick.confidence ?? 0.9, '');
  const isRound = Object.keys(ROUND).every((sign) => page.page.words.some(({ text }) => text === sign));
  for (let index = page.tokens[0]; index < page.tokens[1]; index++) {
    const sign = signAt(view, index, isRound);
    const first = view.tokens[index];
    const last = view.tokens[index + (sign?.tokens ?? 1) - 1];
    if (!sign || !first || !last) continue;
    const box = [first.left / page.width, first.top / page.height, last.right / page.width, first.bottom / page.height];
    put(box, sign.ticked, first.confidence, '', sign.ticked && BARE.test(first.text));
  }
  return out;
}

/** The printed sign of a tick box that begins with a token, and of how many tokens it is. */
function signAt(view: DocumentView, index: number, isRound: boolean): { ticked: boolean; tokens: number } | null {
  const { text = '', line } = view.tokens[index] ?? {};
  const mark = ownValue(MARKS, text) ?? (isRound ? ownValue(ROUND, text) : undefined);
  if (mark !== undefined) return { ticked: mark, tokens: 1 };
  if (text !== '[' && text !== '(') return null;
  const inLine = view.tokens.slice(index, index + 3).filter((token) => token.line === line);
  const joined = inLine.map((token) => token.text);
  if (SPACED.test(joined.slice(0, 2).join(' '))) return { ticked: false, tokens: 2 };
  return SPACED_MARK.test(joined.join(' ')) ? { ticked: true, tokens: 3 } : null;
}

/** Filled-in form fields of a page as candidates: the text as it is, and as date or amount when it reads so. */
export function findFormValues(view: DocumentView, page: PageView, locale: Locale): Candidate[] {
  const out: Candidate[] = [];
  for (const field of [...page.page.form_fields, ...joinedFields(page.page.form_fields)]) {
    if (typeof field.value !== 'string' || !field.value.trim() || field.kind === 'checkbox' || field.kind === 'radio') continue;
    const tokens = tokensInBox(view, page, field.box);
    const text = field.value.trim().replace(/\s+/g, ' ');
    const base = {
      ranges: tokens,
      page: page.index,
      segment: view.tokens[tokens[0]?.[0] ?? -1]?.segment ?? -1,
      text,
      box: tokens.length ? undefined : field.box,
      strength: 1,
      origin: 'form' as const,
      statedLabels: [[field.label ?? '', field.name].filter(Boolean).join(' ')],
    };
    out.push({ ...base, kind: 'form', value: text });
    const date = findDates(text, locale.dateOrder)[0];
    if (date && date.end - date.start > text.length - 3)
      out.push({ ...base, kind: 'date', value: date.iso, alternative: date.alternative });
    const amount = parseMoney(text.replace(/\s*%$/, ''), locale.decimalSign);
    if (amount)
      out.push({
        ...base,
        kind: /%$/.test(text) ? 'percent' : 'amount',
        value: amount.amount,
        currency: amount.currency,
        decimals: amount.decimals,
      });
  }
  return out;
}

/**
 * Fields that hold one value in pieces: neighbours in one group of the form ("SSN.1", "SSN.2") with figures only, and
 * neighbours with the same label (a text over several lines).
 */
export function joinedFields(fields: readonly FormField[]): FormField[] {
  const filled = fields.filter((field) => field.kind === 'text' && typeof field.value === 'string' && field.value.trim());
  const out: FormField[] = [];
  for (let at = 0; at < filled.length; at++) {
    const first = filled[at];
    if (!first) continue;
    let end = at + 1;
    const isPieces = isPiece(first, filled[end]);
    const goesOn = (field: FormField | undefined) =>
      isPieces
        ? isPiece(filled[end - 1], field)
        : Boolean(first.label) && field?.label === first.label && !/^[\d.,]{1,3}$/.test(String(field.value));
    while (end < filled.length && end - at < 12 && goesOn(filled[end])) end++;
    const kind = isPieces ? 'piece' : 'line';
    if (end - at < 2) continue;
    const members = filled.slice(at, end);
    out.push({
      ...first,
      value: members.map((field) => String(field.value).trim()).join(kind === 'piece' ? '' : ' '),
      box: unionAll(members.map((field) => field.box)),
    });
    at = end - 1;
  }
  return out;
}

/** True when two fields side by side, in one group of the form, hold parts of one number. */
function isPiece(left: FormField | undefined, right: FormField | undefined): boolean {
  if (!left || !right || !/^\d{1,7}$/.test(String(left.value).trim()) || !/^\d{1,7}$/.test(String(right.value).trim())) return false;
  const group = left.name.replace(/[^.]*$/, '');
  if (!group || /page\w*\[?\d*\]?\.$/i.test(group) || right.name.replace(/[^.]*$/, '') !== group) return false;
  const gap = right.box[0] - left.box[2];
  return gap > -0.01 && gap < 0.05 && Math.abs(left.box[1] - right.box[1]) < 0.01;
}

function tokensInBox(view: DocumentView, page: PageView, box: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (let index = page.tokens[0]; index < page.tokens[1]; index++) {
    const token = view.tokens[index];
    if (!token) continue;
    const x = (token.left + token.right) / 2 / page.width;
    const y = (token.top + token.bottom) / 2 / page.height;
    if (x < (box[0] ?? 0) - 0.002 || x > (box[2] ?? 0) + 0.002 || y < (box[1] ?? 0) - 0.003 || y > (box[3] ?? 0) + 0.003) continue;
    const last = ranges.at(-1);
    if (last && last[1] === index) last[1] = index + 1;
    else ranges.push([index, index + 1]);
  }
  return ranges;
}

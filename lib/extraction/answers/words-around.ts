import type { FormField } from '#lib/contract/service/reading.ts';
import { boxInEms } from '../view/box-in-ems.ts';
import type { DocumentView } from '../view/document-view.ts';
import type { Token } from '../view/tokens.ts';

/** Words looked at on each side. */
const WORDS = 5;
/** How far (ems) the nearest of them may be: in running text, fields stand right between words. */
const BESIDE = 2.5;
/** How far (ems) the line before a field that begins a line may be over it. */
const OVER = 1.2;

/**
 * The printed words right before and right behind a form field in running text (“at a rate of ___ % on income from ___”): on its
 * line where the text goes on behind it, and before a field that begins a line those that end the line over it with a colon. Empty for fields that stand alone.
 * @param fields all fields of the page: their text is not printed by the form
 */
export function wordsAround(
  view: DocumentView,
  pageIndex: number,
  field: FormField,
  fields: readonly FormField[],
): { before: string; after: string } {
  const page = view.pages[pageIndex];
  if (!page) return { before: '', after: '' };
  const own = boxInEms(page, field.box);
  const others = fields.filter((other) => other !== field).map((other) => boxInEms(page, other.box));
  const middle = (token: Token) => (token.top + token.bottom) / 2;
  const isOn = (token: Token, { top, bottom }: { top: number; bottom: number }) => middle(token) > top && middle(token) < bottom;
  const filled = [own, ...others];
  const isPrint = (token: Token) =>
    !filled.some((box) => isOn(token, box) && (token.left + token.right) / 2 > box.left && (token.left + token.right) / 2 < box.right);
  const printed = view.tokens.slice(page.tokens[0], page.tokens[1]).filter(isPrint);
  const line = printed.filter((token) => isOn(token, own)).sort((a, b) => a.left - b.left);
  const onLine = others.filter(({ top, bottom }) => Math.min(bottom, own.bottom) - Math.max(top, own.top) > 0.5 * (own.bottom - own.top));
  const edgeLeft = Math.max(0, ...onLine.filter(({ right }) => right <= own.left + 0.5).map(({ right }) => right));
  const edgeRight = Math.min(page.width, ...onLine.filter(({ left }) => left >= own.right - 0.5).map(({ left }) => left));
  const ahead = line.filter(({ left, right }) => right <= own.left + 0.5 && left >= edgeLeft - 0.5);
  const behind = line.filter(({ left, right }) => left >= own.right - 0.5 && right <= edgeRight + 0.5);
  const text = (tokens: readonly Token[]) => tokens.map((token) => token.text).join(' ');
  const near = (gap: number | undefined) => gap !== undefined && gap < BESIDE;
  const last = ahead.at(-1);
  const first = behind[0];
  const after = first && near(first.left - own.right) ? text(behind.slice(0, WORDS)) : '';
  const goesOn = /\p{L}{2}/u.test(after);
  const before = last ? (goesOn && near(own.left - last.right) ? text(ahead.slice(-WORDS)) : '') : overhead(printed, own, others);
  return { before, after: goesOn ? after : '' };
}

type Edges = { left: number; top: number; right: number; bottom: number };

/** The last words of the line right over a field, behind its last field, when a colon ends them. */
function overhead(printed: readonly Token[], own: Edges, others: readonly Edges[]): string {
  const over = printed.filter((token) => own.top - token.bottom < OVER && (token.top + token.bottom) / 2 < own.top);
  const lowest = over.reduce((most, token) => Math.max(most, token.bottom), -Infinity);
  const line = over.filter((token) => lowest - token.bottom < 0.5).sort((a, b) => a.left - b.left);
  const last = line.at(-1);
  if (!last || !/:$/.test(last.text)) return '';
  const fieldsOver = others.filter((box) => box.top < last.bottom && box.bottom > last.top && box.right <= last.left + 0.5);
  const edge = Math.max(0, ...fieldsOver.map(({ right }) => right));
  return line
    .filter(({ left }) => left >= edge - 0.5)
    .slice(-WORDS)
    .map(({ text }) => text)
    .join(' ');
}

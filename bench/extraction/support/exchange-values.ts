import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { findDates } from '#lib/document/values/parse-date.ts';
import { parseMoney } from '#lib/document/values/parse-money.ts';
import { isSameValue } from '#lib/document/values/read-cell-text.ts';

export type Truth = { fields: Record<string, unknown>; line_items?: Record<string, unknown>[] };

/** Longest text that is taken for a value, in words. */
const MOST_WORDS = 4;

/**
 * A document's values with a share of them exchanged for other values of the same type that stand on its pages, as a service
 * does that takes the wrong place.
 * @param random numbers from 0 to 1
 * @returns also the JSON Pointers of what was exchanged
 */
export function exchangeValues(
  truth: Truth,
  fields: readonly Field[],
  pages: readonly Page[],
  share: number,
  random: () => number,
): { given: Truth; exchanged: Set<string> } {
  const exchanged = new Set<string>();
  const pick = (field: Field | RowField, value: unknown, pointer: string): unknown => {
    if (value === null || value === undefined || value === '' || random() >= share) return value;
    const others = othersOf(field, value, truth, pages);
    if (others.length === 0) return value;
    exchanged.add(pointer);
    return others[Math.floor(random() * others.length)];
  };
  const given: Truth = { fields: { ...truth.fields } };
  for (const field of fields) {
    if (field.type !== 'rows') given.fields[field.name] = pick(field, truth.fields[field.name], `/${field.name}`);
    else if (field.name === 'line_items' && truth.line_items)
      given.line_items = truth.line_items.map((row, index) => ({
        ...row,
        ...Object.fromEntries(
          (field.fields ?? []).map((column) => [column.name, pick(column, row[column.name], `/line_items/${index}/${column.name}`)]),
        ),
      }));
  }
  return { given, exchanged };
}

function othersOf(field: Field | RowField, value: unknown, truth: Truth, pages: readonly Page[]): unknown[] {
  const isOther = (other: unknown) => !isSameValue(other as string, value as string);
  if (typeof value === 'number') return numbersOf(pages).filter(isOther);
  if (field.type === 'enum') return (field.enum ?? []).filter(isOther);
  if (typeof value !== 'string') return [];
  if (field.type === 'date') return pages.flatMap((page) => findDates(textOf(page)).map(({ iso }) => iso)).filter(isOther);
  const told = Object.values(truth.fields).filter((other) => typeof other === 'string' && !/^\d{4}-\d\d-\d\d$/.test(other));
  return [...told, ...textsOf(pages)].filter(isOther);
}

function textOf(page: Page): string {
  return page.words.map(({ text }) => text).join(' ');
}

function numbersOf(pages: readonly Page[]): number[] {
  return pages.flatMap((page) => page.words.flatMap(({ text }) => parseMoney(text)?.amount ?? []));
}

/** Beginnings of lines. */
function textsOf(pages: readonly Page[]): string[] {
  return pages.flatMap((page) =>
    page.lines.map(({ words: [start, end] }) =>
      page.words
        .slice(start, Math.min(end, start + MOST_WORDS))
        .map(({ text }) => text)
        .join(' '),
    ),
  );
}

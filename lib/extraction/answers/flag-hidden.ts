import type { ExtractedRow, ExtractedValue } from '#lib/contract/service/extraction.ts';
import type { Reading } from '#lib/contract/service/reading.ts';

type Fields = Record<string, ExtractedValue | ExtractedRow[]>;

/** Marks every value, and every cell of a row, that rests on a word which cannot be seen on its page. */
export function flagHidden(fields: Fields, reading: Reading): Fields {
  const pages = new Map(reading.pages.filter(({ words }) => words.some(({ hidden }) => hidden)).map((page) => [page.number, page]));
  if (!pages.size) return fields;
  const flag = (value: ExtractedValue): ExtractedValue => {
    const isHidden = value.evidence.some(({ page, words }) => words?.some((word) => pages.get(page)?.words[word]?.hidden));
    return isHidden && !value.flags?.includes('hidden_text') ? { ...value, flags: [...(value.flags ?? []), 'hidden_text'] } : value;
  };
  const flagRow = (row: ExtractedRow) => Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, flag(cell)]));
  return Object.fromEntries(Object.entries(fields).map(([name, entry]) => [name, Array.isArray(entry) ? entry.map(flagRow) : flag(entry)]));
}

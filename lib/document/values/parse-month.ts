import { listDocumentWords } from './document-words.ts';
import { foldText } from './fold-text.ts';

const MONTHS = new Map<string, number>();
for (let month = 1; month <= 12; month++)
  for (const name of listDocumentWords(({ months }) => months.split('|')[month - 1] ?? '')) MONTHS.set(name, month);

/** Month number 1 to 12 of a written month name in any of the known languages, or null. A trailing dot is ignored. */
export function parseMonth(name: string): number | null {
  return MONTHS.get(foldText(name).replace(/\.$/, '')) ?? null;
}

/** All known month names, folded, longest first. For building patterns over folded text. */
export function listMonthNames(): string[] {
  return [...MONTHS.keys()].sort((a, b) => b.length - a.length);
}

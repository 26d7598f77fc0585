import type { FoundPlace } from '#lib/contract/desk/search/found.ts';

/** What stands before the text of a place where a document was found: `Supplier:`, `On page 2:`. */
export function foundWords({ kind, label, page }: Pick<FoundPlace, 'kind' | 'label' | 'page'>): string {
  if (kind === 'value') return `${label}:`;
  return kind === 'page' ? `On page ${page}:` : 'In a comment:';
}

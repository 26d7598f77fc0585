import type { ViewState } from '#lib/contract/desk/search/saved-view.ts';

/** Where the documents list shows a saved view. */
export function viewAddress({ where = [], columns = [], ...state }: ViewState): string {
  const query = new URLSearchParams(state);
  for (const filter of where) query.append('where', filter);
  if (columns.length > 0) query.set('columns', columns.join(','));
  return query.size === 0 ? '/documents' : `/documents?${query}`;
}

import {
  createParser,
  parseAsArrayOf,
  parseAsInteger,
  parseAsNativeArrayOf,
  parseAsNumberLiteral,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from 'nuqs';
import { useMemo } from 'react';
import type { ListQuery } from '#lib/client/documents/documents.ts';
import { type DeskDocumentState, type ListSort, listSortSchema } from '#lib/contract/desk/desk-document.ts';
import { IN_FLIGHT_STATES } from '#lib/contract/desk/in-flight-states.ts';
import { fieldFilterSchema } from '#lib/contract/desk/search/field-filter.ts';
import type { ViewState } from '#lib/contract/desk/search/saved-view.ts';
import { fieldNameSchema } from '#lib/contract/service/extraction-schema.ts';
import { findKeptColumns } from './kept-columns.ts';

/** The tabs over the list, each with the states it shows. */
export const TABS = {
  all: [],
  busy: IN_FLIGHT_STATES,
  unmapped: ['unmapped'],
  stacked: ['stacked'],
  unclassified: ['unclassified'],
  indexed: ['indexed'],
  to_review: ['to_review'],
  approved: ['approved'],
  rejected: ['rejected'],
  split: ['split'],
  failed: ['failed'],
} as const satisfies Record<string, readonly DeskDocumentState[]>;
export type TabId = keyof typeof TABS;

export const PAGE_SIZES = [50, 100, 200] as const;

const parseAsSort = createParser<ListSort>({ parse: (text) => listSortSchema.safeParse(text).data ?? null, serialize: String });
const parseAsFilter = createParser<string>({ parse: (text) => fieldFilterSchema.safeParse(text).data ?? null, serialize: String });
const parseAsField = createParser<string>({ parse: (text) => fieldNameSchema.safeParse(text).data ?? null, serialize: String });

const PARSERS = {
  q: parseAsString.withDefault(''),
  tab: parseAsStringLiteral(Object.keys(TABS) as TabId[]).withDefault('all'),
  schema: parseAsString.withDefault(''),
  /** Filters on fields of the schema, see `readFieldFilter`. */
  where: parseAsNativeArrayOf(parseAsFilter).withDefault([]),
  /** Fields of the schema that have a column. */
  columns: parseAsArrayOf(parseAsField).withDefault([]),
  /** A person's id, `me` or `nobody`. */
  assigned: parseAsString.withDefault(''),
  /** `none`: what waits in no queue. */
  queue: parseAsStringLiteral(['', 'none'] as const).withDefault(''),
  sort: parseAsSort.withDefault('created_at'),
  order: parseAsStringLiteral(['asc', 'desc'] as const).withDefault('desc'),
  page: parseAsInteger.withDefault(1),
  size: parseAsNumberLiteral(PAGE_SIZES).withDefault(100),
};

/** What the list shows, kept in the address: search, tab, schema, filters, columns, sort, page. */
export function useListState() {
  const [state, setState] = useQueryStates(PARSERS);
  const { q, tab, schema, where, columns, assigned, queue, sort, order, page, size } = state;
  const query = useMemo((): ListQuery => {
    const states = TABS[tab];
    return {
      ...(q ? { q } : {}),
      ...(states.length ? { state: [...states] } : {}),
      ...(schema ? { schema_id: schema } : {}),
      ...(schema && where.length > 0 ? { where } : {}),
      ...(schema && columns.length > 0 ? { columns } : {}),
      ...(assigned ? { assigned_to: assigned } : {}),
      ...(queue ? { queue } : {}),
      // sorted by what differs within a family, each document stands for itself
      ...(sort === 'created_at' || sort === 'name' ? { families: 'yes' as const } : {}),
      sort,
      order,
      page: Math.max(1, page),
      page_size: size,
    };
  }, [q, tab, schema, where, columns, assigned, queue, sort, order, page, size]);
  /** Changes what is shown; anything but the page leads back to the first page, and another schema leaves the fields of the one before. */
  const show = (change: Partial<typeof state>) => {
    const isOther = change.schema !== undefined && change.schema !== schema;
    const left = isOther ? { where: [], columns: findKeptColumns(change.schema!), ...(sort.startsWith('field:') ? UNSORTED : {}) } : {};
    void setState({ ...('page' in change ? {} : { page: 1 }), ...left, ...change });
  };
  /** Shows a saved view, or with nothing the list as usual. */
  const showView = (view: ViewState) =>
    void setState({
      q: view.q ?? '',
      tab: view.tab && view.tab in TABS ? (view.tab as TabId) : 'all',
      schema: view.schema ?? '',
      where: view.where ?? [],
      columns: view.columns ?? [],
      assigned: view.assigned ?? '',
      queue: '',
      sort: listSortSchema.safeParse(view.sort).data ?? 'created_at',
      order: view.order ?? 'desc',
      page: 1,
    });
  return { state, query, show, showView, isFiltered: Boolean(q || schema || assigned || queue || tab !== 'all' || where.length > 0) };
}
export type ListState = ReturnType<typeof useListState>;

const UNSORTED = { sort: 'created_at', order: 'desc' } as const;

/** What the list shows now as a view keeps it: without what is as usual. */
export function viewOf({ q, tab, schema, where, columns, assigned, sort, order }: ListState['state']): ViewState {
  return {
    ...(q ? { q } : {}),
    ...(tab === 'all' ? {} : { tab }),
    ...(schema ? { schema } : {}),
    ...(schema && where.length > 0 ? { where } : {}),
    ...(schema && columns.length > 0 ? { columns } : {}),
    ...(assigned ? { assigned } : {}),
    ...(sort === 'created_at' && order === 'desc' ? {} : { sort, order }),
  };
}

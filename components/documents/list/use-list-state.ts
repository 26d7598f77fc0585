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
import { IN_FLIGHT_STATES } from '#lib/contract/desk/groups-of-states.ts';
import { fieldFilterSchema } from '#lib/contract/desk/search/field-filter.ts';
import { type ListFilters, listFiltersSchema } from '#lib/contract/desk/search/list-filters.ts';
import type { ViewState } from '#lib/contract/desk/search/saved-view.ts';
import { fieldNameSchema } from '#lib/contract/service/extraction-schema.ts';
import { findKeptColumns } from './kept-columns.ts';
import { FILTER_NAMES, type FilterName } from './list-filters.ts';

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
  attention: ['failed', 'stacked', 'unclassified', 'unmapped', 'indexed'],
} as const satisfies Record<string, readonly DeskDocumentState[]>;
export type TabId = keyof typeof TABS;

export const PAGE_SIZES = [50, 100, 200] as const;

const parseAsSort = createParser<ListSort>({ parse: (text) => listSortSchema.safeParse(text).data ?? null, serialize: String });
const parseAsFilter = createParser<string>({ parse: (text) => fieldFilterSchema.safeParse(text).data ?? null, serialize: String });
const parseAsField = createParser<string>({ parse: (text) => fieldNameSchema.safeParse(text).data ?? null, serialize: String });

/** A filter as the address keeps it; empty where it does not restrict. */
function parseAsListFilter(name: keyof ListFilters) {
  const parse = (text: string) => listFiltersSchema.shape[name].safeParse(text).data ?? null;
  return createParser<string>({ parse, serialize: String }).withDefault('');
}

const PARSERS = {
  q: parseAsString.withDefault(''),
  tab: parseAsStringLiteral(Object.keys(TABS) as TabId[]).withDefault('all'),
  schema: parseAsString.withDefault(''),
  /** Filters on fields of the schema, see `readFieldFilter`. */
  where: parseAsNativeArrayOf(parseAsFilter).withDefault([]),
  /** Fields of the schema that have a column. */
  columns: parseAsArrayOf(parseAsField).withDefault([]),
  assigned: parseAsListFilter('assigned_to'),
  queue: parseAsListFilter('queue'),
  due: parseAsListFilter('due'),
  flags: parseAsListFilter('flags'),
  postponed: parseAsListFilter('postponed'),
  second_approval: parseAsListFilter('second_approval'),
  approved: parseAsListFilter('approved'),
  deployment: parseAsListFilter('deployment'),
  held_up: parseAsListFilter('held_up'),
  sort: parseAsSort.withDefault('created_at'),
  order: parseAsStringLiteral(['asc', 'desc'] as const).withDefault('desc'),
  page: parseAsInteger.withDefault(1),
  size: parseAsNumberLiteral(PAGE_SIZES).withDefault(100),
};

/** What the list shows, kept in the address: search, tab, schema, filters, columns, sort, page. */
export function useListState() {
  const [state, setState] = useQueryStates(PARSERS);
  const { q, tab, schema, where, columns, sort, order, page, size } = state;
  const filters = useMemo(() => filtersOf(state), [state]);
  const query = useMemo((): ListQuery => {
    const states = TABS[tab];
    return {
      ...(q ? { q } : {}),
      ...(states.length ? { state: [...states] } : {}),
      ...(schema ? { schema_id: schema } : {}),
      ...(schema && where.length > 0 ? { where } : {}),
      ...(schema && columns.length > 0 ? { columns } : {}),
      ...filters,
      // sorted by what differs within a family, each document stands for itself
      ...(sort === 'created_at' || sort === 'name' ? { families: 'yes' as const } : {}),
      sort,
      order,
      page: Math.max(1, page),
      page_size: size,
    };
  }, [q, tab, schema, where, columns, filters, sort, order, page, size]);
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
      queue: view.queue ?? '',
      due: view.due ?? '',
      flags: view.flags ?? '',
      postponed: view.postponed ?? '',
      second_approval: view.second_approval ?? '',
      approved: view.approved ?? '',
      deployment: view.deployment ?? '',
      held_up: view.held_up ?? '',
      sort: listSortSchema.safeParse(view.sort).data ?? 'created_at',
      order: view.order ?? 'desc',
      page: 1,
    });
  const filterNames = FILTER_NAMES.filter((name) => state[name] !== '');
  return { state, query, show, showView, filterNames, isFiltered: Boolean(q || schema || filterNames.length || tab !== 'all') };
}
export type ListState = ReturnType<typeof useListState>;

/** The filters that are set, as a query has them. */
function filtersOf(state: Record<FilterName, string>): ListFilters {
  const set = FILTER_NAMES.filter((name) => state[name] !== '');
  // each was checked when the address was read
  return Object.fromEntries(set.map((name) => [name === 'assigned' ? 'assigned_to' : name, state[name]])) as ListFilters;
}

/** No filter but that of schema and state. */
export const NO_FILTERS = { where: [], ...Object.fromEntries(FILTER_NAMES.map((name) => [name, ''])) };

const UNSORTED = { sort: 'created_at', order: 'desc' } as const;

/** What the list shows now as a view keeps it: without what is as usual. */
export function viewOf({ q, tab, schema, where, columns, sort, order, ...state }: ListState['state']): ViewState {
  const { assigned_to: assigned, ...filters } = filtersOf(state);
  return {
    ...filters,
    ...(q ? { q } : {}),
    ...(tab === 'all' ? {} : { tab }),
    ...(schema ? { schema } : {}),
    ...(schema && where.length > 0 ? { where } : {}),
    ...(schema && columns.length > 0 ? { columns } : {}),
    ...(assigned ? { assigned } : {}),
    ...(sort === 'created_at' && order === 'desc' ? {} : { sort, order }),
  };
}

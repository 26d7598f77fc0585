import { parseAsInteger, parseAsNumberLiteral, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import type { ListQuery } from '#lib/client/documents/documents.ts';
import type { DeskDocumentState } from '#lib/contract/desk/desk-document.ts';
import { IN_FLIGHT_STATES } from '#lib/contract/desk/in-flight-states.ts';

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

export const SORTS = [
  'created_at',
  'name',
  'state',
  'page_count',
  'open_flags',
  'lowest_confidence',
  'size',
  'priority',
  'due_at',
] as const;
export type SortId = (typeof SORTS)[number];
export const PAGE_SIZES = [50, 100, 200] as const;

const PARSERS = {
  q: parseAsString.withDefault(''),
  tab: parseAsStringLiteral(Object.keys(TABS) as TabId[]).withDefault('all'),
  schema: parseAsString.withDefault(''),
  /** A person's id, `me` or `nobody`. */
  assigned: parseAsString.withDefault(''),
  /** `none`: what waits in no queue. */
  queue: parseAsStringLiteral(['', 'none'] as const).withDefault(''),
  sort: parseAsStringLiteral(SORTS).withDefault('created_at'),
  order: parseAsStringLiteral(['asc', 'desc'] as const).withDefault('desc'),
  page: parseAsInteger.withDefault(1),
  size: parseAsNumberLiteral(PAGE_SIZES).withDefault(100),
};

/** What the list shows, kept in the address: search, tab, schema, sort, page. */
export function useListState() {
  const [state, setState] = useQueryStates(PARSERS);
  const { q, tab, schema, assigned, queue, sort, order, page, size } = state;
  const query = useMemo((): ListQuery => {
    const states = TABS[tab];
    return {
      ...(q ? { q } : {}),
      ...(states.length ? { state: [...states] } : {}),
      ...(schema ? { schema_id: schema } : {}),
      ...(assigned ? { assigned_to: assigned } : {}),
      ...(queue ? { queue } : {}),
      // sorted by what differs within a family, each document stands for itself
      ...(sort === 'created_at' || sort === 'name' ? { families: 'yes' as const } : {}),
      sort,
      order,
      page: Math.max(1, page),
      page_size: size,
    };
  }, [q, tab, schema, assigned, queue, sort, order, page, size]);
  /** Changes the view; anything but the page leads back to the first page. */
  const show = (change: Partial<typeof state>) => void setState({ ...('page' in change ? {} : { page: 1 }), ...change });
  return { state, query, show, isFiltered: Boolean(q || schema || assigned || queue || tab !== 'all') };
}
export type ListState = ReturnType<typeof useListState>;

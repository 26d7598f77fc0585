'use client';

import { Tabs } from '#components/ui/tabs.tsx';
import type { ListDocuments } from '#lib/contract/desk/desk-document.ts';
import type { ListState, TabId } from './use-list-state.ts';
import { TABS } from './use-list-state.ts';

const WORDS: Record<TabId, string> = {
  all: 'All',
  busy: 'In progress',
  unmapped: 'Schema ID needed',
  stacked: 'Confirm split',
  unclassified: 'Confirm kind',
  indexed: 'Needs a schema',
  to_review: 'To review',
  approved: 'Approved',
  rejected: 'Rejected',
  split: 'Split',
  failed: 'Failed',
  attention: 'Need attention',
};

/** Tabs shown even when they count nothing. */
const ALWAYS = new Set<TabId>(['all', 'to_review', 'approved']);
/** Tabs shown only while they are chosen: their states have tabs of their own. */
const WHEN_CHOSEN = new Set<TabId>(['attention']);

/** The states as tabs with their counts; without, where a search finds too many to count. */
export function ListTabs({ list, counts }: { list: ListState; counts: ListDocuments['counts'] | undefined }) {
  const countOf = (id: TabId) => {
    if (!counts) return undefined;
    const states: readonly string[] = id === 'all' ? Object.keys(counts) : TABS[id];
    const found = states.map((state) => counts[state] ?? (state in counts ? null : 0));
    return found.includes(null) ? null : found.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  };
  const items = (Object.keys(TABS) as TabId[])
    .map((id) => ({ id, count: countOf(id) }))
    .filter(({ id, count }) => ALWAYS.has(id) || id === list.state.tab || (!WHEN_CHOSEN.has(id) && (count === null || (count ?? 0) > 0)))
    .map(({ id, count }) => ({ id, label: WORDS[id], count: count ?? undefined }));
  return <Tabs label="State" items={items} value={list.state.tab} onChange={(tab) => list.show({ tab })} className="min-w-0" />;
}

'use client';

import { X } from 'lucide-react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { filterChipWords } from '../list/list-filters.ts';
import type { ListState } from '../list/use-list-state.ts';
import { useFilterNames } from './use-filter-names.ts';

/** The filters of the list that are set; the cross takes one away. @param onRemoved one was */
export function ListFilterChips({ list, onRemoved }: { list: ListState; onRemoved: () => void }) {
  const names = useFilterNames({
    people: list.filterNames.includes('assigned'),
    queues: list.filterNames.includes('queue'),
    deployments: list.filterNames.includes('deployment'),
  });
  return list.filterNames.map((name) => {
    const words = filterChipWords(name, list.state[name], names);
    return (
      <fieldset key={name} aria-label={words} className="flex max-w-full items-center rounded-md bg-selected pl-2">
        <span className="truncate text-sm">{words}</span>
        <IconButton
          size="small"
          label={`Remove the filter: ${words}`}
          icon={<X size={12} aria-hidden />}
          onPress={() => {
            list.show({ [name]: '' });
            onRemoved();
          }}
        />
      </fieldset>
    );
  });
}

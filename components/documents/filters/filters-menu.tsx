'use client';

import { ListFilter } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { popoverStyle } from '#components/ui/layers/popover-style.ts';
import { FILTER_LABELS, FILTER_NAMES, filterChipWords, filterChoices } from '../list/list-filters.ts';
import type { ListState } from '../list/use-list-state.ts';
import { useFilterNames } from './use-filter-names.ts';

/** Sets what the list is narrowed down to: by person, queue, due date, flags and more. */
export function FiltersMenu({ list, buttonRef }: { list: ListState; buttonRef: RefObject<HTMLButtonElement | null> }) {
  const [isOpen, setOpen] = useState(false);
  const names = useFilterNames({ people: isOpen, queues: isOpen, deployments: isOpen });
  const count = list.filterNames.length;
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button
        ref={buttonRef}
        variant="quiet"
        icon={<ListFilter size={14} aria-hidden />}
        aria-label={count > 0 ? `Filters, ${count} set` : 'Filters'}
      >
        <span className="max-xl:sr-only">Filters</span>
        {count > 0 ? <span className="tabular-nums">{count}</span> : null}
      </Button>
      <Popover placement="bottom start" offset={4} className={popoverStyle}>
        <Dialog aria-label="Filters" className="flex w-72 max-w-full flex-col gap-3 p-2 outline-none">
          {FILTER_NAMES.map((name, place) => {
            const value = list.state[name];
            const choices = filterChoices(name, names);
            const isOther = value !== '' && choices.every(({ id }) => id !== value);
            const options = [
              { id: '', label: 'Any' },
              ...choices,
              ...(isOther ? [{ id: value, label: filterChipWords(name, value, names) }] : []),
            ];
            return (
              <Select
                key={name}
                label={FILTER_LABELS[name]}
                options={options}
                value={value}
                onChange={(chosen) => list.show({ [name]: chosen })}
                autoFocus={place === 0}
              />
            );
          })}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

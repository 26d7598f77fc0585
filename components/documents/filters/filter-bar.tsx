'use client';

import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useRef, useState } from 'react';
import { Toolbar } from 'react-aria-components/Toolbar';
import { FilterChip, FilterPopover } from '#components/shared/filters/filter-chip.tsx';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { Button } from '#components/ui/button.tsx';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import { type FieldFilter, readFieldFilter, writeFieldFilter } from '#lib/contract/desk/search/field-filter.ts';
import type { ListState } from '../list/use-list-state.ts';
import { ColumnsMenu } from './columns-menu.tsx';

/** Filters on the fields of the chosen schema, one chip each, and its columns. Arrow keys go from one to the next. */
export function FilterBar({ list }: { list: ListState }) {
  const schemas = useQuery(schemasQuery);
  const [isAdding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  useShortcuts('Documents', [{ id: 'documents.filter', keys: ['f'], label: 'Add filter', run: () => setAdding(true) }]);
  const schema = schemas.data?.find(({ id }) => id === list.state.schema);
  if (!schema) return null;
  const filters = list.state.where.flatMap((text) => readFieldFilter(text) ?? []);
  const show = (next: readonly FieldFilter[]) => list.show({ where: next.map(writeFieldFilter) });
  const remove = (next: readonly FieldFilter[]) => {
    show(next);
    // the chip that had the focus goes
    add.current?.focus();
  };
  return (
    <Toolbar aria-label="Filters" className="flex shrink-0 flex-wrap items-center gap-1.5 border-b bg-surface px-3 py-1.5">
      {filters.map((filter, place) => (
        <FilterChip
          // biome-ignore lint/suspicious/noArrayIndexKey: a filter that is changed stays the same chip, so that it keeps the focus
          key={place}
          filter={filter}
          fields={schema.fields}
          onChange={(next) => show(filters.with(place, next))}
          onRemove={() => remove(filters.toSpliced(place, 1))}
        />
      ))}
      <FilterPopover
        label="Add a filter"
        fields={schema.fields}
        isOpen={isAdding}
        onOpenChange={setAdding}
        onApply={(filter) => show([...filters, filter])}
        trigger={
          <Button ref={add} size="small" variant="quiet" icon={<ListFilter size={13} aria-hidden />}>
            Add filter
          </Button>
        }
      />
      {filters.length > 1 ? (
        <Button size="small" variant="quiet" onPress={() => remove([])}>
          Clear filters
        </Button>
      ) : null}
      <div className="ml-auto">
        <ColumnsMenu list={list} schema={schema} />
      </div>
    </Toolbar>
  );
}

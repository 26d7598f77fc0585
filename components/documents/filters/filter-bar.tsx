'use client';

import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { Toolbar } from 'react-aria-components/Toolbar';
import { FilterChip, FilterPopover } from '#components/shared/filters/filter-chip.tsx';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { Button } from '#components/ui/button.tsx';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import { type FieldFilter, readFieldFilter, writeFieldFilter } from '#lib/contract/desk/search/field-filter.ts';
import { listFilterFields } from '#lib/document/schemas/list-filter-fields.ts';
import { type ListState, NO_FILTERS } from '../list/use-list-state.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { ListFilterChips } from './list-filter-chips.tsx';

/**
 * The filters that are set, a chip each; with a schema also what filters its fields, and its columns. Arrow keys go from one to the next.
 * @param menuRef the button that sets filters, which has the focus when the last chip went
 */
export function FilterBar({ list, menuRef }: { list: ListState; menuRef: RefObject<HTMLButtonElement | null> }) {
  const schemas = useQuery(schemasQuery);
  const [isAdding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const schema = schemas.data?.find(({ id }) => id === list.state.schema);
  useShortcuts('Documents', [
    { id: 'documents.filter', keys: ['f'], label: 'Add filter', run: () => (schema ? setAdding(true) : menuRef.current?.click()) },
  ]);
  if (!schema && list.filterNames.length === 0) return null;
  const fields = listFilterFields(schema?.fields ?? []);
  const filters = list.state.where.flatMap((text) => readFieldFilter(text) ?? []);
  const show = (next: readonly FieldFilter[]) => list.show({ where: next.map(writeFieldFilter) });
  // the chip that had the focus goes
  const focusAdd = () => (add.current ?? menuRef.current)?.focus();
  return (
    <Toolbar aria-label="Filters" className="flex shrink-0 flex-wrap items-center gap-1.5 border-b bg-surface px-3 py-1.5">
      <ListFilterChips list={list} onRemoved={focusAdd} />
      {schema
        ? filters.map((filter, place) => (
            <FilterChip
              // biome-ignore lint/suspicious/noArrayIndexKey: a filter that is changed stays the same chip, so that it keeps the focus
              key={place}
              filter={filter}
              fields={fields}
              onChange={(next) => show(filters.with(place, next))}
              onRemove={() => {
                show(filters.toSpliced(place, 1));
                focusAdd();
              }}
            />
          ))
        : null}
      {schema ? (
        <FilterPopover
          label="Add a filter"
          fields={fields}
          isOpen={isAdding}
          onOpenChange={setAdding}
          onApply={(filter) => show([...filters, filter])}
          trigger={
            <Button ref={add} size="small" variant="quiet" icon={<ListFilter size={13} aria-hidden />}>
              Add filter
            </Button>
          }
        />
      ) : null}
      {filters.length + list.filterNames.length > 1 ? (
        <Button
          size="small"
          variant="quiet"
          onPress={() => {
            list.show(NO_FILTERS);
            focusAdd();
          }}
        >
          Clear filters
        </Button>
      ) : null}
      {schema ? (
        <div className="ml-auto">
          <ColumnsMenu list={list} schema={schema} />
        </div>
      ) : null}
    </Toolbar>
  );
}

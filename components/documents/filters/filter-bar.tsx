'use client';

import { useQuery } from '@tanstack/react-query';
import { ListFilter, X } from 'lucide-react';
import { type ReactElement, useRef, useState } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Toolbar } from 'react-aria-components/Toolbar';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { popoverStyle } from '#components/ui/layers/popover-style.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import { type FieldFilter, readFieldFilter, writeFieldFilter } from '#lib/contract/desk/search/field-filter.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { ListState } from '../list/use-list-state.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { FilterEditor } from './filter-editor.tsx';
import { filterWords } from './filter-words.ts';

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
          // biome-ignore lint/suspicious/noArrayIndexKey: the same filter may stand there twice
          key={`${place} ${writeFieldFilter(filter)}`}
          filter={filter}
          fields={schema.fields}
          onChange={(next) => show(filters.with(place, next))}
          onRemove={() => remove(filters.toSpliced(place, 1))}
        />
      ))}
      <EditorPopover
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

type FilterChipProps = {
  filter: FieldFilter;
  fields: readonly Field[];
  onChange: (filter: FieldFilter) => void;
  onRemove: () => void;
};

/** A filter: a press changes it, the cross or the delete key takes it away. */
function FilterChip({ filter, fields, onChange, onRemove }: FilterChipProps) {
  const [isOpen, setOpen] = useState(false);
  const words = filterWords(
    filter,
    fields.find(({ name }) => name === filter.field),
  );
  return (
    <fieldset
      aria-label={words}
      className="flex max-w-full items-center rounded-md bg-selected"
      onKeyDown={(event) => {
        const isInChip = event.currentTarget.contains(event.target as Node);
        if (isInChip && (event.key === 'Delete' || event.key === 'Backspace')) onRemove();
      }}
    >
      <EditorPopover
        label={`Change the filter: ${words}`}
        fields={fields}
        filter={filter}
        isOpen={isOpen}
        onOpenChange={setOpen}
        onApply={onChange}
        trigger={
          <Button size="small" variant="quiet" className="min-w-0 shrink text-ink" aria-label={`Change the filter: ${words}`}>
            <span className="truncate">{words}</span>
          </Button>
        }
      />
      <IconButton size="small" label={`Remove the filter: ${words}`} icon={<X size={12} aria-hidden />} onPress={onRemove} />
    </fieldset>
  );
}

type EditorPopoverProps = {
  label: string;
  trigger: ReactElement;
  fields: readonly Field[];
  filter?: FieldFilter;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onApply: (filter: FieldFilter) => void;
};

function EditorPopover({ label, trigger, fields, filter, isOpen, onOpenChange, onApply }: EditorPopoverProps) {
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      {trigger}
      <Popover placement="bottom start" offset={4} className={popoverStyle}>
        <Dialog aria-label={label} className="outline-none">
          <FilterEditor
            fields={fields}
            {...(filter ? { filter } : {})}
            onApply={(next) => {
              onOpenChange(false);
              onApply(next);
            }}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

'use client';

import { X } from 'lucide-react';
import { type ReactElement, useState } from 'react';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { popoverStyle } from '#components/ui/layers/popover-style.ts';
import type { FieldFilter } from '#lib/contract/desk/search/field-filter.ts';
import type { FilterField } from '#lib/document/schemas/list-filter-fields.ts';
import { FilterEditor } from './filter-editor.tsx';
import { filterWords } from './filter-words.ts';

type FilterChipProps = {
  filter: FieldFilter;
  fields: readonly FilterField[];
  onChange: (filter: FieldFilter) => void;
  onRemove: () => void;
};

/** A filter: a press changes it, the cross or the delete key takes it away. */
export function FilterChip({ filter, fields, onChange, onRemove }: FilterChipProps) {
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
      <FilterPopover
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

type FilterPopoverProps = {
  label: string;
  trigger: ReactElement;
  fields: readonly FilterField[];
  filter?: FieldFilter;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onApply: (filter: FieldFilter) => void;
};

/** Opens the editor of a filter at a button. */
export function FilterPopover({ label, trigger, fields, filter, isOpen, onOpenChange, onApply }: FilterPopoverProps) {
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

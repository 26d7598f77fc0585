'use client';

import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, type SelectProps as AriaSelectProps, SelectValue } from 'react-aria-components/Select';
import { classNames } from '../class-names.ts';
import { optionStyle, popoverStyle } from '../layers/popover-style.ts';
import { FieldFrame, type FieldText } from './field-frame.tsx';

export type Option<Id extends string = string> = { id: Id; label: string; description?: string; icon?: ReactNode };

export type SelectProps<Id extends string> = Omit<
  AriaSelectProps<Option<Id>>,
  'children' | 'className' | 'value' | 'onChange' | 'defaultValue' | 'selectedKey' | 'onSelectionChange'
> &
  FieldText & {
    options: readonly Option<Id>[];
    value: Id | null;
    onChange: (value: Id) => void;
    /** Muted words before the value, inside the control. */
    lead?: string;
    dense?: boolean;
    className?: string;
  };

/** One of a few known options. */
export function Select<Id extends string>({
  label,
  description,
  error,
  options,
  value,
  onChange,
  lead,
  dense,
  className,
  ...rest
}: SelectProps<Id>) {
  return (
    <AriaSelect
      {...rest}
      value={value}
      onChange={(key) => key !== null && onChange(String(key) as Id)}
      isInvalid={rest.isInvalid ?? Boolean(error)}
      className={classNames('block min-w-0', className)}
    >
      <FieldFrame label={label} description={description} error={error}>
        <Button
          className={classNames(
            'control flex w-full items-center gap-1.5 text-left text-sm data-hovered:bg-hover',
            dense ? 'h-7 px-2' : 'h-8 px-2.5',
          )}
        >
          {lead ? <span className="shrink-0 text-ink-faint">{lead}</span> : null}
          <SelectValue<Option<Id>> className="min-w-0 flex-1 truncate data-placeholder:text-ink-faint">
            {({ selectedText, isPlaceholder, defaultChildren }) => (isPlaceholder ? defaultChildren : selectedText)}
          </SelectValue>
          <ChevronDown size={14} aria-hidden className="shrink-0 text-ink-faint" />
        </Button>
      </FieldFrame>
      <Popover offset={4} className={popoverStyle}>
        <ListBox items={options} className="outline-none">
          {(option) => <OptionLine option={option} />}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}

/** A line of a list of options, with a tick when chosen. */
export function OptionLine({ option }: { option: Option }) {
  return (
    <ListBoxItem id={option.id} textValue={option.label} className={optionStyle}>
      {({ isSelected }) => (
        <>
          <Check size={14} aria-hidden className={classNames('shrink-0 text-accent', !isSelected && 'invisible')} />
          {option.icon}
          <span className="min-w-0 flex-1">
            <span className="block truncate">{option.label}</span>
            {option.description ? <span className="block truncate text-ink-muted text-xs">{option.description}</span> : null}
          </span>
        </>
      )}
    </ListBoxItem>
  );
}

'use client';

import { ChevronDown } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox, type ComboBoxProps as AriaComboBoxProps } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { ListBox } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { classNames } from '../class-names.ts';
import { popoverStyle } from '../layers/popover-style.ts';
import { FieldFrame, type FieldText } from './field-frame.tsx';
import { type Option, OptionLine } from './select.tsx';

export type ComboBoxProps = Omit<
  AriaComboBoxProps<Option>,
  'children' | 'className' | 'items' | 'defaultItems' | 'value' | 'onChange' | 'defaultValue' | 'selectedKey' | 'onSelectionChange'
> &
  FieldText & {
    options: readonly Option[];
    value: string | null;
    /** The chosen option's id; null when emptied. With `allowsCustomValue` read the text by `onInputChange`. */
    onChange: (value: string | null) => void;
    placeholder?: string;
    dense?: boolean;
    className?: string;
  };

/** One of many options, found by typing. */
export function ComboBox({ label, description, error, options, value, onChange, placeholder, dense, className, ...rest }: ComboBoxProps) {
  return (
    <AriaComboBox
      {...rest}
      defaultItems={options}
      value={value}
      onChange={(key) => onChange(key === null ? null : String(key))}
      isInvalid={rest.isInvalid ?? Boolean(error)}
      className={classNames('block min-w-0', className)}
    >
      <FieldFrame label={label} description={description} error={error}>
        <div className="relative">
          <Input
            placeholder={placeholder}
            className={classNames('control w-full min-w-0 pr-7 text-sm placeholder:text-ink-faint', dense ? 'h-7 pl-2' : 'h-8 pl-2.5')}
          />
          <Button className="absolute top-1/2 right-1 flex size-6 -translate-y-1/2 items-center justify-center rounded-sm text-ink-faint data-hovered:bg-hover">
            <ChevronDown size={14} aria-hidden />
          </Button>
        </div>
      </FieldFrame>
      <Popover offset={4} className={popoverStyle}>
        <ListBox<Option>
          className="outline-none"
          renderEmptyState={() => <div className="px-2 py-1.5 text-ink-muted text-xs">Nothing matches.</div>}
        >
          {(option) => <OptionLine option={option} />}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}

'use client';

import { NumberField as AriaNumberField, type NumberFieldProps as AriaNumberFieldProps, Input } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { FieldFrame, type FieldText, inputStyle } from './field-frame.tsx';

export type NumberFieldProps = Omit<AriaNumberFieldProps, 'children' | 'className' | 'value' | 'onChange' | 'defaultValue'> &
  FieldText & {
    value: number | null;
    onChange: (value: number | null) => void;
    placeholder?: string;
    dense?: boolean;
    className?: string;
  };

/** A number in the person's own notation; empty is null. Arrow keys step by `step`. */
export function NumberField({
  label,
  description,
  error,
  value,
  onChange,
  placeholder,
  dense,
  className,
  formatOptions = { maximumFractionDigits: 10, useGrouping: true },
  ...rest
}: NumberFieldProps) {
  return (
    <AriaNumberField
      {...rest}
      formatOptions={formatOptions}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      isInvalid={rest.isInvalid ?? Boolean(error)}
      className={classNames('block min-w-0', className)}
    >
      <FieldFrame label={label} description={description} error={error}>
        <Input placeholder={placeholder} className={classNames(inputStyle(dense), 'text-right tabular-nums')} />
      </FieldFrame>
    </AriaNumberField>
  );
}

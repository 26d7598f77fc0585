'use client';

import type { Ref } from 'react';
import { Input } from 'react-aria-components/Input';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import { classNames } from '../class-names.ts';
import { FieldFrame, type FieldText, inputStyle } from './field-frame.tsx';

export type TextFieldProps = Omit<AriaTextFieldProps, 'children' | 'className'> &
  FieldText & {
    placeholder?: string;
    dense?: boolean;
    /** More than one line of this many rows. */
    rows?: number;
    className?: string;
    inputClassName?: string;
    inputRef?: Ref<HTMLInputElement>;
  };

/** One line of text, or several with `rows`. */
export function TextField({
  label,
  description,
  error,
  placeholder,
  dense,
  rows,
  className,
  inputClassName,
  inputRef,
  ...rest
}: TextFieldProps) {
  return (
    <AriaTextField {...rest} isInvalid={rest.isInvalid ?? Boolean(error)} className={classNames('block min-w-0', className)}>
      <FieldFrame label={label} description={description} error={error}>
        {rows ? (
          <TextArea
            rows={rows}
            placeholder={placeholder}
            className={classNames('control block w-full resize-y px-2.5 py-1.5 text-sm placeholder:text-ink-faint', inputClassName)}
          />
        ) : (
          <Input ref={inputRef} placeholder={placeholder} className={classNames(inputStyle(dense), inputClassName)} />
        )}
      </FieldFrame>
    </AriaTextField>
  );
}

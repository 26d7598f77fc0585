'use client';

import { type CalendarDate, parseDate } from '@internationalized/date';
import { DateField as AriaDateField, type DateFieldProps as AriaDateFieldProps, DateInput, DateSegment } from 'react-aria-components';
import { classNames } from './class-names.ts';
import { FieldFrame, type FieldText } from './field-frame.tsx';

export type DateFieldProps = Omit<
  AriaDateFieldProps<CalendarDate>,
  'children' | 'className' | 'value' | 'onChange' | 'defaultValue' | 'granularity'
> &
  FieldText & {
    /** ISO `YYYY-MM-DD`, or null. */
    value: string | null;
    onChange: (value: string | null) => void;
    dense?: boolean;
    className?: string;
  };

function dateOrNull(value: string | null): CalendarDate | null {
  if (!value) return null;
  try {
    return parseDate(value);
  } catch {
    return null;
  }
}

/** A date typed part by part in the person's own order. */
export function DateField({ label, description, error, value, onChange, dense, className, ...rest }: DateFieldProps) {
  return (
    <AriaDateField<CalendarDate>
      {...rest}
      granularity="day"
      value={dateOrNull(value)}
      onChange={(next) => onChange(next ? next.toString() : null)}
      isInvalid={rest.isInvalid ?? Boolean(error)}
      className={classNames('block min-w-0', className)}
    >
      <FieldFrame label={label} description={description} error={error}>
        <DateInput className={classNames('control flex w-full items-center text-sm', dense ? 'h-7 px-1.5' : 'h-8 px-2')}>
          {(segment) => (
            <DateSegment
              segment={segment}
              className="rounded-sm px-0.5 text-ink outline-none data-focused:bg-accent-fill data-focused:text-on-accent data-placeholder:not-data-focused:text-ink-faint"
            />
          )}
        </DateInput>
      </FieldFrame>
    </AriaDateField>
  );
}

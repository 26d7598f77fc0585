'use client';

import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar';
import { classNames } from './class-names.ts';

export type ProgressBarProps = {
  /** What is under way, for screen readers. */
  label: string;
  /** 0 to 1; null when it cannot be known. */
  value: number | null;
  tone?: 'accent' | 'ok' | 'bad';
  className?: string;
};

const FILL = { accent: 'bg-accent', ok: 'bg-ok', bad: 'bg-bad' } as const;

/** A thin bar. */
export function ProgressBar({ label, value, tone = 'accent', className }: ProgressBarProps) {
  return (
    <AriaProgressBar
      aria-label={label}
      isIndeterminate={value === null}
      value={(value ?? 0) * 100}
      className={classNames('block h-1 overflow-hidden rounded-full bg-pressed', className)}
    >
      {({ percentage, isIndeterminate }) => (
        <div
          className={classNames(
            'h-full rounded-full',
            FILL[tone],
            isIndeterminate ? 'w-1/3 animate-indeterminate' : 'transition-[width] duration-200',
          )}
          style={isIndeterminate ? undefined : { width: `${percentage ?? 0}%` }}
        />
      )}
    </AriaProgressBar>
  );
}

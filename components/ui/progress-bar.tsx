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
  const percent = value === null ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={percent === undefined ? undefined : `${percent}%`}
      className={classNames('block h-1 overflow-hidden rounded-full bg-pressed', className)}
    >
      <div
        className={classNames(
          'h-full rounded-full',
          FILL[tone],
          percent === undefined ? 'w-1/3 animate-indeterminate' : 'transition-[width] duration-200',
        )}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}

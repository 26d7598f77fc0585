import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'bad' | 'info';

const SOFT: Record<Tone, string> = {
  neutral: 'bg-sunken text-ink-muted',
  accent: 'bg-selected text-accent',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
};

export type BadgeProps = {
  tone?: Tone;
  /** Drawn before the words, so that colour never speaks alone. */
  icon?: ReactNode;
  children: ReactNode;
  className?: string;
};

/** A small word on a tint that says what kind or state a thing has. */
export function Badge({ tone = 'neutral', icon, children, className }: BadgeProps) {
  return (
    <span
      className={classNames(
        'inline-flex h-5 shrink-0 items-center gap-1 whitespace-nowrap rounded-sm px-1.5 font-medium text-2xs',
        SOFT[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}

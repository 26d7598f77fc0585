import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type NoticeProps = { tone?: 'info' | 'warn' | 'bad'; title?: string; children?: ReactNode; actions?: ReactNode; className?: string };

const LOOKS = {
  info: { box: 'bg-info-soft', icon: <Info size={16} aria-hidden className="text-info" /> },
  warn: { box: 'bg-warn-soft', icon: <TriangleAlert size={16} aria-hidden className="text-warn" /> },
  bad: { box: 'bg-bad-soft', icon: <CircleAlert size={16} aria-hidden className="text-bad" /> },
} as const;

/** A message that stays in place, with what can be done about it. */
export function Notice({ tone = 'info', title, children, actions, className }: NoticeProps) {
  const look = LOOKS[tone];
  const isOneLine = !title || !children;
  return (
    <div role={tone === 'bad' ? 'alert' : 'status'} className={classNames('flex items-start gap-2.5 rounded-md p-3', look.box, className)}>
      <span className="mt-0.5 shrink-0">{look.icon}</span>
      <div className={classNames('min-w-0 flex-1', isOneLine && 'flex flex-wrap items-center justify-between gap-x-4 gap-y-2')}>
        {title ? <p className="font-medium">{title}</p> : null}
        {children ? <div className="break-words text-ink-muted">{children}</div> : null}
        {actions ? <div className={classNames('flex flex-wrap gap-2', !isOneLine && 'mt-2')}>{actions}</div> : null}
      </div>
    </div>
  );
}

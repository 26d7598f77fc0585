'use client';

import type { KeyboardEvent, ReactNode } from 'react';
import type { InboxEntry } from '#lib/contract/desk/inbox.ts';
import { byDay } from './inbox-words.ts';

const STEPS: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

type EntryDaysProps = {
  entries: readonly InboxEntry[];
  /** Of the headings. */
  level: 2 | 3;
  children: (entry: InboxEntry) => ReactNode;
};

/** Entries under the day they came. Arrow keys, Home and End go through them. */
export function EntryDays({ entries, level, children }: EntryDaysProps) {
  const Heading = `h${level}` as const;
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = STEPS[event.key];
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')];
    if (!step || rows.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    rows[step(rows.indexOf(document.activeElement as HTMLElement), rows.length)]?.focus();
  };
  return (
    <div onKeyDownCapture={onKeyDown}>
      {byDay(entries).map(({ day, entries: own }) => (
        <section key={day} aria-label={day}>
          <Heading className="px-2 pt-2 pb-1 font-medium text-2xs text-ink-faint">{day}</Heading>
          <ul className="space-y-0.5">{own.map(children)}</ul>
        </section>
      ))}
    </div>
  );
}

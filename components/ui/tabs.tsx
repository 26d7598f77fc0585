'use client';

import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import { classNames } from './class-names.ts';

export type TabItem<Id extends string = string> = { id: Id; label: string; count?: number; icon?: ReactNode };

export type TabsProps<Id extends string> = {
  /** What the tabs choose between. */
  label: string;
  items: readonly TabItem<Id>[];
  value: Id;
  onChange: (value: Id) => void;
  /** The chosen tab's contents. */
  children?: ReactNode;
  className?: string;
  panelClassName?: string;
};

/** A row of tabs, each with an optional count; arrow keys move between them. */
export function Tabs<Id extends string>({ label, items, value, onChange, children, className, panelClassName }: TabsProps<Id>) {
  return (
    <AriaTabs selectedKey={value} onSelectionChange={(key) => onChange(String(key) as Id)} className={className}>
      <TabList aria-label={label} items={items} className="flex items-center gap-0.5 overflow-x-auto">
        {(item) => (
          <Tab
            id={item.id}
            ref={item.id === value ? showTab : undefined}
            className={classNames(
              'relative flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-ink-muted text-sm outline-none',
              'data-hovered:text-ink data-selected:font-medium data-selected:text-ink',
              'after:absolute after:inset-x-2.5 after:-bottom-px after:h-0.5 after:rounded-full data-selected:after:bg-accent',
              'data-focus-visible:outline-2 data-focus-visible:outline-accent data-focus-visible:-outline-offset-2',
            )}
          >
            {item.icon}
            {item.label}
            {item.count === undefined ? null : (
              <span className="text-ink-faint text-xs tabular-nums">{item.count.toLocaleString('en')}</span>
            )}
          </Tab>
        )}
      </TabList>
      {items.map((item) => (
        <TabPanel key={item.id} id={item.id} className={classNames('outline-none', panelClassName)}>
          {item.id === value ? children : null}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}

/** On a narrow screen an address may tell a tab that is out of view. */
function showTab(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

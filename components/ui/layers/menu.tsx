'use client';

import type { ReactElement, ReactNode } from 'react';
import { Header } from 'react-aria-components/Header';
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  type MenuItemProps as AriaMenuItemProps,
  MenuSection as AriaMenuSection,
  MenuTrigger,
} from 'react-aria-components/Menu';
import { Popover, type PopoverProps } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';
import { classNames } from '../class-names.ts';
import { Kbd } from '../kbd.tsx';
import { optionStyle, popoverStyle } from './popover-style.ts';

export type MenuControl = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

export type MenuProps = {
  /** The button that opens it: `Button` or `IconButton`. */
  trigger: ReactElement;
  label: string;
  placement?: PopoverProps['placement'];
  /** Open from the beginning: its button was pressed before its code was here. */
  isWanted?: boolean | undefined;
  /** Where something besides its button opens it, too. */
  control?: MenuControl | undefined;
  children: ReactNode;
};

/** A menu at a button. */
export function Menu({ trigger, label, placement = 'bottom end', isWanted = false, control, children }: MenuProps) {
  return (
    <MenuTrigger {...(control ?? { defaultOpen: isWanted })}>
      {trigger}
      <Popover placement={placement} offset={4} className={popoverStyle}>
        <AriaMenu aria-label={label} className="min-w-48 outline-none">
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

export type MenuItemProps = Omit<AriaMenuItemProps, 'children' | 'className'> & {
  icon?: ReactNode;
  label: string;
  description?: string;
  shortcut?: string;
  isDanger?: boolean;
};

/** A line of a menu. */
export function MenuItem({ icon, label, description, shortcut, isDanger, ...rest }: MenuItemProps) {
  return (
    <AriaMenuItem {...rest} textValue={label} className={classNames(optionStyle, isDanger && 'text-bad')}>
      {icon ? <span className="flex w-4 shrink-0 justify-center text-ink-muted">{icon}</span> : null}
      <span className="min-w-0 flex-1">
        <span className="block">{label}</span>
        {description ? <span className="block max-w-72 text-ink-muted text-xs">{description}</span> : null}
      </span>
      {shortcut ? <Kbd>{shortcut}</Kbd> : null}
    </AriaMenuItem>
  );
}

/** A group of lines with a heading. */
export function MenuSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AriaMenuSection>
      <Header className="px-2 pt-1.5 pb-1 font-medium text-2xs text-ink-faint">{title}</Header>
      {children}
    </AriaMenuSection>
  );
}

/** A line between groups. */
export function MenuSeparator() {
  return <Separator className="my-1 border-t" />;
}

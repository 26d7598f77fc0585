'use client';

import { Check } from 'lucide-react';
import type { ReactElement } from 'react';
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { classNames } from '../class-names.ts';
import { optionStyle, popoverStyle } from './popover-style.ts';

export type ChoiceMenuProps = {
  trigger: ReactElement;
  label: string;
  options: readonly { id: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** A menu whose lines are switched on and off; it stays open meanwhile. */
export function ChoiceMenu({ trigger, label, options, chosen, onChange }: ChoiceMenuProps) {
  return (
    <MenuTrigger>
      {trigger}
      <Popover placement="bottom end" offset={4} className={popoverStyle}>
        <AriaMenu
          aria-label={label}
          selectionMode="multiple"
          selectedKeys={chosen}
          onSelectionChange={(keys) => onChange(options.flatMap(({ id }) => (keys === 'all' || keys.has(id) ? id : [])))}
          className="min-w-48 outline-none"
        >
          {options.map((option) => (
            <AriaMenuItem key={option.id} id={option.id} textValue={option.label} className={optionStyle}>
              {({ isSelected }) => (
                <>
                  <Check size={14} aria-hidden className={classNames('shrink-0 text-accent', !isSelected && 'invisible')} />
                  <span className="min-w-0 flex-1 truncate">{option.label}</span>
                </>
              )}
            </AriaMenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

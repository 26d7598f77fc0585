'use client';

import type { KeyboardEvent } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { Kbd } from '#components/ui/kbd.tsx';
import type { PaletteItem } from './use-palette-items.ts';

/** Id of an entry's element. */
export function idOf(item: PaletteItem): string {
  return `palette-${item.id.replaceAll(/[^\w-]/g, '_')}`;
}

type PaletteOptionProps = {
  item: PaletteItem;
  isActive: boolean;
  onActivate: () => void;
  onChoose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** An entry of the palette. The focus stays in the text above. */
export function PaletteOption({ item, isActive, onActivate, onChoose, onKeyDown }: PaletteOptionProps) {
  const Icon = item.icon;
  return (
    <div
      id={idOf(item)}
      data-item={item.id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onPointerMove={() => !isActive && onActivate()}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onKeyDown={onKeyDown}
      className={classNames('flex min-h-8 items-center gap-2.5 rounded-md px-2 text-sm', isActive && 'bg-selected')}
    >
      <Icon size={14} aria-hidden className={isActive ? 'text-accent' : 'text-ink-faint'} />
      <span className="min-w-0 flex-1 truncate">
        <bdi>{item.label}</bdi>
      </span>
      {item.detail ? <span className="shrink-0 truncate text-ink-faint text-xs">{item.detail}</span> : null}
      {item.keys.length > 0 ? (
        <span className="flex shrink-0 gap-0.5">
          {item.keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      ) : null}
    </div>
  );
}

'use client';

import { Search } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { chordKeys } from '#components/shared/keys/shortcut-keys.ts';
import { keysOf } from '#components/shared/keys/shortcuts.ts';
import { Kbd } from '#components/ui/kbd.tsx';

/** Opens the palette; says which key does. */
export function PaletteButton({ onPress }: { onPress: () => void }) {
  const key = keysOf({ id: 'everywhere.palette', keys: ['Mod+k'] })[0];
  return (
    <AriaButton
      aria-label="Search pages and commands"
      onPress={onPress}
      className="flex h-7 items-center gap-2 rounded-md border border-line px-2 text-ink-faint text-xs data-hovered:bg-hover data-hovered:text-ink"
    >
      <Search size={13} aria-hidden />
      <span className="max-xl:hidden">Go to …</span>
      {key ? (
        <span aria-hidden className="flex gap-0.5 max-xl:hidden" suppressHydrationWarning>
          {chordKeys(key).map((part) => (
            <Kbd key={part}>{part}</Kbd>
          ))}
        </span>
      ) : null}
    </AriaButton>
  );
}

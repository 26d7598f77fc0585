import { useState } from 'react';
import type { MenuControl } from '#components/ui/layers/menu.tsx';
import { useShortcuts } from './shortcuts.ts';

export type MenuCommand = { group: string; id: string; label: string; isDisabled?: boolean };

/**
 * Lets a command of the palette open a menu, which also has its button.
 * @param isWanted open from the beginning
 * @returns what the menu takes as `control`
 */
export function useMenuCommand({ group, id, label, isDisabled = false }: MenuCommand, isWanted = false): MenuControl {
  const [isOpen, onOpenChange] = useState(isWanted);
  useShortcuts(group, [{ id, keys: [], label, isDisabled, run: () => onOpenChange(true) }]);
  return { isOpen, onOpenChange };
}

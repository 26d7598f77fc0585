'use client';

import { ArrowDownToLine, ArrowUpToLine, Combine, MoveDown, MoveUp, Split, Trash2 } from 'lucide-react';
import { Menu as AriaMenu } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { MenuItem, MenuSeparator } from '#components/ui/layers/menu.tsx';
import { popoverStyle } from '#components/ui/layers/popover-style.ts';

export type RowsMenuAct = 'above' | 'below' | 'split' | 'merge' | 'up' | 'down' | 'remove';

type RowsMenuProps = {
  /** The row whose button it hangs on; null while closed. */
  row: number | null;
  /** How many rows are selected. */
  count: number;
  onAct: (act: RowsMenuAct) => void;
  onClose: () => void;
};

/** What can be done with the selected rows. One menu for all rows: it hangs on the button of the row it was opened on. */
export function RowsMenu({ row, count, onAct, onClose }: RowsMenuProps) {
  if (row === null) return null;
  const trigger = document.querySelector<HTMLElement>(`[data-row-menu="${row}"]`);
  const rows = count === 1 ? 'row' : `${count} rows`;
  return (
    <Popover
      isOpen
      aria-label="Row menu"
      onOpenChange={(open) => !open && onClose()}
      triggerRef={{ current: trigger }}
      placement="bottom end"
      offset={4}
      className={popoverStyle}
    >
      <AriaMenu
        aria-label={`Row ${row + 1}`}
        autoFocus="first"
        className="min-w-56 outline-none"
        onAction={(key) => onAct(key as RowsMenuAct)}
        onClose={onClose}
      >
        <MenuItem id="above" label="Add a row above" icon={<ArrowUpToLine size={14} aria-hidden />} />
        <MenuItem id="below" label="Add a row below" icon={<ArrowDownToLine size={14} aria-hidden />} shortcut="Alt Shift Enter" />
        <MenuItem id="split" label="Split into two rows" icon={<Split size={14} aria-hidden />} shortcut="Alt Shift S" />
        <MenuItem
          id="merge"
          label={count > 1 ? `Merge ${rows}` : 'Merge with the row below'}
          icon={<Combine size={14} aria-hidden />}
          shortcut="Alt Shift M"
        />
        <MenuItem id="up" label={`Move ${rows} up`} icon={<MoveUp size={14} aria-hidden />} shortcut="Alt Shift ↑" />
        <MenuItem id="down" label={`Move ${rows} down`} icon={<MoveDown size={14} aria-hidden />} shortcut="Alt Shift ↓" />
        <MenuSeparator />
        <MenuItem id="remove" label={`Remove ${rows}`} icon={<Trash2 size={14} aria-hidden />} shortcut="Ctrl Del" isDanger />
      </AriaMenu>
    </Popover>
  );
}

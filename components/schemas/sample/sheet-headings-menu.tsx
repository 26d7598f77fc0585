'use client';

import { Rows3, Table2 } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Menu, MenuItem } from '#components/ui/layers/menu.tsx';

/** What the headings of a sheet become: fields of the document, or columns of one field of rows. */
export type HeadingUse = 'fields' | 'rows';

/** Offers to make fields of the headings of the sheet that is shown. */
export function SheetHeadingsMenu({ onUse }: { onUse: (use: HeadingUse) => void }) {
  return (
    <Menu label="Use the headings" trigger={<Button size="small">Use the headings</Button>}>
      <MenuItem
        icon={<Rows3 size={14} aria-hidden />}
        label="A field for each heading"
        description="The sheet has a line for each document, as a ledger has"
        onAction={() => onUse('fields')}
      />
      <MenuItem
        icon={<Table2 size={14} aria-hidden />}
        label="A table with these columns"
        description="The document has many such lines, as an invoice has"
        onAction={() => onUse('rows')}
      />
    </Menu>
  );
}

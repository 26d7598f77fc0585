'use client';

import { Download } from 'lucide-react';
import { ExportChoices, type ExportChoicesProps } from '#components/shared/documents/export-choices.tsx';
import { countOf } from '#components/shared/format.ts';
import { SELECTED_GROUP } from '#components/shared/keys/shortcuts.ts';
import { useMenuCommand } from '#components/shared/keys/use-menu-command.ts';
import { Button } from '#components/ui/button.tsx';
import { Menu } from '#components/ui/layers/menu.tsx';
import { EXPORT_LIMIT } from '#lib/contract/desk/export.ts';

/** Downloads the values of many documents. @param props.isSelection of those that are selected, not of all that the list shows */
export function ExportMenu({ order, isSelection = false }: Pick<ExportChoicesProps, 'order'> & { isSelection?: boolean }) {
  const scope = countOf(order.count, 'document');
  // how many a filter selects of them in the end, the desk says
  const isTooMany = 'ids' in order.which && order.count > EXPORT_LIMIT;
  const control = useMenuCommand(
    isSelection
      ? { group: SELECTED_GROUP, id: 'selected.export', label: `Export ${scope} …`, isDisabled: isTooMany }
      : { group: 'Documents', id: 'documents.export', label: `Export all that the list shows: ${scope} …` },
  );
  return (
    <>
      <Menu
        label={`Export ${scope}`}
        control={control}
        trigger={
          <Button icon={<Download size={14} aria-hidden />} isDisabled={isTooMany} aria-label={`Export ${scope}`}>
            <span className="max-sm:hidden">Export</span>
          </Button>
        }
      >
        <ExportChoices order={order} />
      </Menu>
      {isTooMany ? (
        <span className="whitespace-nowrap text-ink-muted text-xs">
          Export up to {EXPORT_LIMIT.toLocaleString('en')} documents at a time.
        </span>
      ) : null}
    </>
  );
}

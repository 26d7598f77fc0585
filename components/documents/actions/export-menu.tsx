'use client';

import { Download } from 'lucide-react';
import { ExportChoices, type ExportChoicesProps } from '#components/shared/documents/export-choices.tsx';
import { countOf } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { Menu } from '#components/ui/layers/menu.tsx';
import { EXPORT_LIMIT } from '#lib/contract/desk/export.ts';

/** Downloads the values of many documents. */
export function ExportMenu({ order }: Pick<ExportChoicesProps, 'order'>) {
  const scope = countOf(order.count, 'document');
  // how many a filter selects of them in the end, the desk says
  const isTooMany = 'ids' in order.which && order.count > EXPORT_LIMIT;
  return (
    <>
      <Menu
        label={`Export ${scope}`}
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

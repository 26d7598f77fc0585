'use client';

import { Download } from 'lucide-react';
import { ExportChoices, type ExportChoicesProps } from '#components/shared/documents/export-choices.tsx';
import { Button } from '#components/ui/button.tsx';
import { Menu } from '#components/ui/layers/menu.tsx';

export type ExportMenuProps = Pick<ExportChoicesProps, 'url'> & {
  /** What will be exported, e.g. "86 documents". */
  scope: string;
  isDisabled?: boolean;
  size?: 'small' | 'medium';
};

/** Downloads the values of many documents. */
export function ExportMenu({ scope, url, isDisabled, size }: ExportMenuProps) {
  return (
    <Menu
      label={`Export ${scope}`}
      trigger={
        <Button icon={<Download size={14} aria-hidden />} isDisabled={isDisabled} size={size} aria-label={`Export ${scope}`}>
          <span className="max-sm:hidden">Export</span>
        </Button>
      }
    >
      <ExportChoices url={url} />
    </Menu>
  );
}

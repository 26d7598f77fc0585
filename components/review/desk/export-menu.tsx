'use client';

import { ExportChoices } from '#components/shared/documents/export-choices.tsx';
import { Menu } from '#components/ui/layers/menu.tsx';
import { ExportButton, type HeaderMenuProps } from './header-buttons.tsx';

/** The document's values, as files. */
export function ExportMenu({ detail, isWanted }: HeaderMenuProps & { isWanted?: boolean }) {
  const { document, schema } = detail;
  return (
    <Menu label="Export" isWanted={isWanted} trigger={<ExportButton detail={detail} />}>
      <ExportChoices
        order={{ which: { id: document.id }, count: 1 }}
        hasRows={schema?.fields.some(({ type }) => type === 'rows') ?? false}
        hasApproved={document.state === 'approved'}
      />
    </Menu>
  );
}

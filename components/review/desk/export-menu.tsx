'use client';

import { ExportChoices } from '#components/shared/documents/export-choices.tsx';
import { useMenuCommand } from '#components/shared/keys/use-menu-command.ts';
import { Menu } from '#components/ui/layers/menu.tsx';
import { ExportButton, type HeaderMenuProps } from './header-buttons.tsx';

/** The document's values, as files. */
export function ExportMenu({ detail, isWanted }: HeaderMenuProps & { isWanted?: boolean }) {
  const { document, schema } = detail;
  const control = useMenuCommand({ group: 'Document', id: 'document.export', label: 'Export …', isDisabled: !detail.fields }, isWanted);
  return (
    <Menu label="Export" control={control} trigger={<ExportButton detail={detail} />}>
      <ExportChoices
        order={{ which: { id: document.id }, count: 1 }}
        hasRows={schema?.fields.some(({ type }) => type === 'rows') ?? false}
        hasApproved={document.state === 'approved'}
      />
    </Menu>
  );
}

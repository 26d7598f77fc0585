'use client';

import { Menu, MenuItem, MenuSection } from '#components/ui/menu.tsx';
import { documentExportUrl } from '#lib/client/document.ts';
import { ExportButton, type HeaderMenuProps } from './header-buttons.tsx';

/** The document's values, as files. */
export function ExportMenu({ detail, isWanted }: HeaderMenuProps & { isWanted?: boolean }) {
  const { id } = detail.document;
  const formats = [
    { format: 'json', label: 'JSON' },
    { format: 'csv', label: 'CSV' },
    { format: 'xlsx', label: 'Excel (XLSX)' },
  ] as const;
  return (
    <Menu label="Export" isWanted={isWanted} trigger={<ExportButton detail={detail} />}>
      <MenuSection title="Values after review">
        {formats.map(({ format, label }) => (
          <MenuItem key={format} label={label} href={documentExportUrl(id, format, 'approved')} download="" />
        ))}
      </MenuSection>
      <MenuSection title="Values as the machine read them">
        {formats.map(({ format, label }) => (
          <MenuItem key={format} label={`${label}, original`} href={documentExportUrl(id, format, 'original')} download="" />
        ))}
      </MenuSection>
    </Menu>
  );
}

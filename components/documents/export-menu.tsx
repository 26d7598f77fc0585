'use client';

import { Braces, Download, FileSpreadsheet, Sheet } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Menu, MenuItem, MenuSection } from '#components/ui/menu.tsx';
import type { ExportFormat, ExportValues } from '#lib/client/documents.ts';

export type ExportMenuProps = {
  /** What will be exported, e.g. "86 documents". */
  scope: string;
  /** Address of the file. */
  url: (format: ExportFormat, values: ExportValues) => string;
  isDisabled?: boolean;
  size?: 'small' | 'medium';
};

const VALUES: { id: ExportValues; title: string }[] = [
  { id: 'approved', title: 'Approved values' },
  { id: 'original', title: 'Values as extracted' },
  { id: 'both', title: 'Both side by side' },
];
const FORMATS: { id: ExportFormat; label: string; icon: typeof Sheet }[] = [
  { id: 'json', label: 'JSON', icon: Braces },
  { id: 'csv', label: 'CSV', icon: Sheet },
  { id: 'xlsx', label: 'Excel (XLSX)', icon: FileSpreadsheet },
];

/** Downloads values in one of three forms. */
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
      {VALUES.map((values) => (
        <MenuSection key={values.id} title={values.title}>
          {FORMATS.map(({ id, label, icon: Icon }) => (
            <MenuItem
              key={id}
              id={`${values.id}-${id}`}
              href={url(id, values.id)}
              download
              icon={<Icon size={14} aria-hidden />}
              label={label}
              aria-label={`${values.title} as ${label}`}
            />
          ))}
        </MenuSection>
      ))}
    </Menu>
  );
}

'use client';

import { Braces, FileSpreadsheet, ListTree, Sheet } from 'lucide-react';
import { MenuItem, MenuSection } from '#components/ui/layers/menu.tsx';
import { ALL_ROWS, EXPORT_NAMES, type ExportQuery, exportValuesSchema } from '#lib/contract/desk/export.ts';
import { type ExportOrder, saveExport } from './save-export.tsx';

type Choice = { id: string; label: string; what: Omit<ExportQuery, 'values'>; icon: typeof Sheet };

const CHOICES: Choice[] = [
  { id: 'json', label: 'JSON', what: { format: 'json' }, icon: Braces },
  { id: 'csv', label: 'CSV', what: { format: 'csv' }, icon: Sheet },
  { id: 'csv-rows', label: 'CSV, one line per row', what: { format: 'csv', rows: ALL_ROWS }, icon: ListTree },
  { id: 'xlsx', label: 'Excel', what: { format: 'xlsx' }, icon: FileSpreadsheet },
  { id: 'xlsx-rows', label: 'Excel, one line per row', what: { format: 'xlsx', rows: ALL_ROWS }, icon: ListTree },
];

export type ExportChoicesProps = {
  /** Which documents; `count`: how many. */
  order: Omit<ExportOrder, 'what'>;
  /** False where nothing has rows. */
  hasRows?: boolean;
  /** False where nothing can be approved yet. */
  hasApproved?: boolean;
};

/** What every menu of exports offers: three kinds of values, each as three kinds of files. */
export function ExportChoices({ order, hasRows = true, hasApproved = true }: ExportChoicesProps) {
  return exportValuesSchema.options.map((values) => {
    const isMissing = values === 'approved' && !hasApproved;
    return (
      <MenuSection key={values} title={isMissing ? `${EXPORT_NAMES[values]}: only after approval` : EXPORT_NAMES[values]}>
        {CHOICES.filter(({ what }) => hasRows || what.rows === undefined).map(({ id, label, what, icon: Icon }) => (
          <MenuItem
            key={id}
            id={`${values}-${id}`}
            onAction={() => void saveExport({ ...order, what: { ...what, values } })}
            isDisabled={isMissing}
            icon={<Icon size={14} aria-hidden />}
            label={label}
            aria-label={`${EXPORT_NAMES[values]} as ${label}`}
          />
        ))}
      </MenuSection>
    );
  });
}

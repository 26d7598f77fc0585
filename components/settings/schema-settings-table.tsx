'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { BodyCell, HeadCell } from '#components/ui/table.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { schemaSettingsQuery } from '#lib/client/team/schema-settings.ts';
import type { SchemaSettings } from '#lib/contract/desk/schemas/schema-settings.ts';
import { FramedTable } from './framed-table.tsx';

export type SchemaSettingsColumn = {
  head: string;
  isNumber?: boolean /** Null where nothing is set. */;
  cell: (settings: SchemaSettings) => ReactNode;
};

const NOTHING = <span className="text-ink-faint">–</span>;

type Props = {
  label: string;
  columns: SchemaSettingsColumn[];
  /** What to say where there is no schema yet. */
  whenEmpty: string;
  /** Null: this person may look and not change. */
  onEdit: ((settings: SchemaSettings) => void) | null;
};

/** The settings of each schema, a row each, with a button to change them. */
export function SchemaSettingsTable({ label, columns, whenEmpty, onEdit }: Props) {
  const settings = useQuery(schemaSettingsQuery);
  if (settings.isError) {
    return (
      <Notice tone="bad" actions={<Button onPress={() => void settings.refetch()}>Try again</Button>}>
        {errorMessage(settings.error)}
      </Notice>
    );
  }
  if (!settings.data) return <Spinner size={18} label="Loading" />;
  if (settings.data.length === 0) return <EmptyState title="No schemas yet">{whenEmpty}</EmptyState>;
  return (
    <FramedTable label={label}>
      <thead>
        <tr>
          <HeadCell>Schema</HeadCell>
          {columns.map((column) => (
            <HeadCell key={column.head} className={classNames('max-md:hidden', column.isNumber && 'text-right')}>
              {column.head}
            </HeadCell>
          ))}
          <HeadCell>
            <span className="sr-only">Change</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {settings.data.map((one) => (
          <tr key={one.schema_id}>
            <BodyCell className="font-medium max-md:py-1.5">
              {one.schema_name}
              {columns.map((column) => {
                const cell = column.cell(one);
                return cell === null ? null : (
                  <span key={column.head} className="block font-normal text-ink-muted text-xs md:hidden">
                    {column.head}: {cell}
                  </span>
                );
              })}
            </BodyCell>
            {columns.map((column) => (
              <BodyCell key={column.head} className={classNames('max-md:hidden', column.isNumber && 'text-right tabular-nums')}>
                {column.cell(one) ?? NOTHING}
              </BodyCell>
            ))}
            <BodyCell className="w-0 whitespace-nowrap">
              {onEdit ? (
                <Button
                  size="small"
                  icon={<Pencil size={13} aria-hidden />}
                  aria-label={`Change ${one.schema_name}`}
                  onPress={() => onEdit(one)}
                >
                  Change
                </Button>
              ) : null}
            </BodyCell>
          </tr>
        ))}
      </tbody>
    </FramedTable>
  );
}

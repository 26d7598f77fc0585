'use client';

import { Maximize2, Minimize2, Plus } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { addRowId } from '../session/focus-near.ts';

/** Tables of so many rows are never larger than their smaller size. */
const SMALL = 8;

type RowsTitleProps = {
  field: Field;
  rowCount: number;
  isLarge: boolean;
  onLarge: (isLarge: boolean) => void;
  /** Null for those who may not change values. */
  onAdd: (() => void) | null;
};

/** The name of a table, its number of rows, and what is done with it as a whole. */
export function RowsTitle({ field, rowCount, isLarge, onLarge, onAdd }: RowsTitleProps) {
  return (
    <div className="flex items-center justify-between gap-2 px-4 pb-1">
      <h2 className="font-medium text-xs" title={field.description || undefined}>
        {field.label || field.name}
        <span className="text-ink-faint"> · {rowCount === 1 ? '1 row' : `${rowCount} rows`}</span>
      </h2>
      <div className="flex items-center gap-1">
        {onAdd ? (
          <Button id={addRowId(field.name)} size="small" variant="quiet" icon={<Plus size={14} aria-hidden />} onPress={onAdd}>
            Add row
          </Button>
        ) : null}
        {rowCount > SMALL ? (
          <IconButton
            size="small"
            label={isLarge ? 'Smaller table' : 'Larger table'}
            icon={isLarge ? <Minimize2 size={14} aria-hidden /> : <Maximize2 size={14} aria-hidden />}
            onPress={() => onLarge(!isLarge)}
          />
        ) : null}
      </div>
    </div>
  );
}

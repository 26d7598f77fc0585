'use client';

import { CheckCheck, Maximize2, Minimize2, Plus } from 'lucide-react';
import { chordKeys } from '#components/shared/keys/shortcut-keys.ts';
import { keysOf } from '#components/shared/keys/shortcuts.ts';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { tipOf } from '#components/ui/tip.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { addRowId } from '../session/focus-near.ts';

import { CONFIRM_TABLE } from './confirm-table.ts';

const keyOf = (named: typeof CONFIRM_TABLE) =>
  keysOf(named)
    .slice(0, 1)
    .flatMap((chord) => chordKeys(chord))
    .join(' ') || undefined;

/** Tables of so many rows are never larger than their smaller size. */
const SMALL = 8;

type RowsTitleProps = {
  field: Field;
  rowCount: number;
  isLarge: boolean;
  onLarge: (isLarge: boolean) => void;
  /** Null for those who may not change values. */
  onAdd: (() => void) | null;
  /** Confirms the whole table; null for those who may not, and without rows. */
  onConfirm: (() => void) | null;
};

/** The name of a table, its number of rows, and what is done with it as a whole. */
export function RowsTitle({ field, rowCount, isLarge, onLarge, onAdd, onConfirm }: RowsTitleProps) {
  return (
    <div className="flex items-center justify-between gap-2 px-3 pb-1">
      <h2 className="font-medium text-xs" title={field.description || undefined}>
        {field.label || field.name}
        <span className="text-ink-faint"> · {rowCount === 1 ? '1 row' : `${rowCount} rows`}</span>
      </h2>
      <div className="flex items-center gap-1">
        {onConfirm ? (
          <Button
            {...tipOf('Confirm every value without a flag in this table', keyOf(CONFIRM_TABLE))}
            size="small"
            variant="quiet"
            icon={<CheckCheck size={14} aria-hidden />}
            onPress={onConfirm}
          >
            Confirm table
          </Button>
        ) : null}
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

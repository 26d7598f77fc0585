'use client';

import { useState } from 'react';
import { Switch } from '#components/ui/switch.tsx';
import type { RowField } from '#lib/contract/extraction-schema.ts';
import { formatPointer } from '#lib/document/pointer.ts';
import { FieldRow } from './field-row.tsx';
import { useReview } from './review-context.ts';
import { RowsGrid } from './rows-grid.tsx';

/** All fields in the schema's order, or only those with a flag. */
export function FieldList() {
  const review = useReview();
  const [onlyFlagged, setOnlyFlagged] = useState(false);
  const { schema, fields, flags } = review.detail;
  if (!schema || !fields) return null;
  const flaggedFields = new Set(flags.map((flag) => flag.pointer.split('/')[1]));
  const shown = schema.fields.filter(
    (field) => !onlyFlagged || flaggedFields.has(field.name) || review.focused?.startsWith(formatPointer(field.name)),
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-9 shrink-0 items-center justify-between border-b px-4 text-xs">
        <span className="text-ink-muted" role="status">
          {flags.length === 0 ? 'Nothing left to check' : flags.length === 1 ? '1 thing to check' : `${flags.length} things to check`}
        </span>
        <Switch isSelected={onlyFlagged} onChange={setOnlyFlagged} isDisabled={flags.length === 0 && !onlyFlagged}>
          Only flagged
        </Switch>
      </div>
      <ol aria-label="Fields" className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {shown.map((field) => {
          const entry = fields[field.name];
          if (entry === undefined) return null;
          return Array.isArray(entry) ? (
            <RowsGrid key={field.name} field={field} rows={entry} />
          ) : (
            <FieldRow key={field.name} field={field as RowField} merged={entry} />
          );
        })}
      </ol>
    </div>
  );
}

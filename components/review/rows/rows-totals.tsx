// biome-ignore-all lint/a11y/useSemanticElements: part of a grid whose rows are placed one by one
// biome-ignore-all lint/a11y/useFocusableInteractive: there is nothing to do in the sums
'use client';

import { Check } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { ColumnTotal } from '#lib/document/rules/column-totals.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { parsePointer } from '#lib/document/values/pointer.ts';

import { useReview } from '../session/review-context.ts';

type TotalsRowProps = { field: Field; totals: readonly ColumnTotal[]; template: string; kept: string | null; rowCount: number };

/** The last line of a table: sums of its columns, with a tick where they are what the document says. */
export function TotalsRow({ field, totals, template, kept, rowCount }: TotalsRowProps) {
  const columns = field.fields ?? [];
  return (
    <div
      role="row"
      aria-rowindex={rowCount + 2}
      className="sticky bottom-0 z-10 grid h-7 items-center border-t bg-sunken font-medium text-xs"
      style={{ gridTemplateColumns: template }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        aria-label="Sums"
        title="Sums of the columns"
        className="sticky left-0 z-[2] h-full bg-sunken px-1.5 leading-7 text-right text-ink-faint"
      >
        Σ
      </div>
      {columns.map((column, at) => {
        const total = totals.find((entry) => entry.column === column.name);
        const fits = total?.difference === 0;
        return (
          <div
            key={column.name}
            role="gridcell"
            aria-colindex={at + 2}
            title={fits && total.field ? `Equal to ${total.field.label || total.field.name}` : undefined}
            className={classNames(
              'flex h-full min-w-0 items-center justify-end gap-1 px-1.5 tabular-nums',
              kept === column.name && 'sticky right-7 z-[1] border-l bg-sunken',
            )}
          >
            {fits ? <Check size={12} role="img" aria-label="fits" className="shrink-0 text-ok" /> : null}
            <span className="whitespace-nowrap bg-sunken">{total ? formatValue(column.type, total.sum) : ''}</span>
          </div>
        );
      })}
      <div role="gridcell" aria-colindex={columns.length + 2} className="sticky right-0 z-[1] h-full bg-sunken" />
    </div>
  );
}

/** Says of each sum that does not fit by how much, and which cell most likely is to blame. */
export function TotalsNotes({ field, totals }: { field: Field; totals: readonly ColumnTotal[] }) {
  const review = useReview();
  const { schema, fields, flags } = review.detail;
  const wrong = totals.filter(({ difference }) => difference !== null && difference !== 0);
  if (wrong.length === 0) return null;
  return wrong.map(({ column, sum, missing, field: other, difference }) => {
    const name = field.fields?.find((entry) => entry.name === column)?.label || column;
    const entry = other ? fields?.[other.name] : undefined;
    const value = entry && !Array.isArray(entry) ? entry.value : null;
    const rule = schema?.rules.find(({ formula }) => formula.includes(`${field.name}.${column}`) && /\bsum\(/.test(formula));
    const blamed = rule && flags.find(({ reason, message }) => reason === 'rule_broken' && message.startsWith(rule.message));
    const isCell = blamed ? parsePointer(blamed.pointer).length === 3 : false;
    return (
      <p key={column} className="flex flex-wrap items-center gap-x-2 px-4 pt-1.5 text-warn text-xs">
        <span>
          {`${name} adds up to ${formatValue('money', sum)}`}
          {other ? `, ${other.label || other.name} is ${formatValue('money', value)}` : ''}
          {`: ${formatValue('money', Math.abs(difference ?? 0))} too ${(difference ?? 0) > 0 ? 'much' : 'little'}.`}
          {missing > 0 ? ` ${missing === 1 ? '1 row has' : `${missing} rows have`} no value.` : ''}
        </span>
        {blamed ? (
          <>
            <Button size="small" variant="quiet" onPress={() => review.focus(blamed.pointer)}>
              {`Go to ${labelOf(schema, blamed.pointer)}`}
            </Button>
            {review.canEdit && blamed.proposal !== undefined ? (
              <Button
                size="small"
                variant="quiet"
                onPress={() => {
                  review.act({ kind: 'correct', pointer: blamed.pointer, value: blamed.proposal ?? null, evidence: [] });
                  // The button goes away.
                  review.focus(blamed.pointer);
                }}
              >
                {`Use ${formatValue('money', blamed.proposal)}${isCell ? ' there' : ''}`}
              </Button>
            ) : null}
          </>
        ) : null}
      </p>
    );
  });
}

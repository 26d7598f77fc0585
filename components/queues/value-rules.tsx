'use client';

import { ListFilter } from 'lucide-react';
import { useRef, useState } from 'react';
import { FilterChip, FilterPopover } from '#components/shared/filters/filter-chip.tsx';
import { Button } from '#components/ui/button.tsx';
import { MOST_VALUE_RULES, type QueueFilter } from '#lib/contract/desk/queue.ts';
import { readFieldFilter, writeFieldFilter } from '#lib/contract/desk/search/field-filter.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { listFilterFields } from '#lib/document/schemas/list-filter-fields.ts';

type ValueRulesProps = {
  filter: QueueFilter;
  schemas: readonly Schema[] | undefined;
  onChange: (where: string[] | undefined) => void;
};

/** What the values of a queue's documents must be, one chip for each rule; for queues of one schema. */
export function ValueRules({ filter, schemas, onChange }: ValueRulesProps) {
  const [isAdding, setAdding] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const schema = schemas?.find(({ id }) => id === filter.schema_id);
  const fields = listFilterFields(schema?.fields ?? []);
  const where = filter.where ?? [];
  const change = (next: string[]) => onChange(next.length > 0 ? next : undefined);
  return (
    <div className="mt-3">
      <p className="mb-1.5 font-medium text-xs">Values</p>
      {filter.schema_id ? (
        <div className="flex flex-wrap items-center gap-1.5">
          {where.map((text, place) => {
            const rule = readFieldFilter(text);
            return rule ? (
              <FilterChip
                // biome-ignore lint/suspicious/noArrayIndexKey: a rule that is changed stays the same chip, so that it keeps the focus
                key={place}
                filter={rule}
                fields={fields}
                onChange={(next) => change(where.with(place, writeFieldFilter(next)))}
                onRemove={() => {
                  change(where.toSpliced(place, 1));
                  // the chip that had the focus goes
                  add.current?.focus();
                }}
              />
            ) : null;
          })}
          {schema && where.length < MOST_VALUE_RULES ? (
            <FilterPopover
              label="Add a rule on a value"
              fields={fields}
              isOpen={isAdding}
              onOpenChange={setAdding}
              onApply={(rule) => change([...where, writeFieldFilter(rule)])}
              trigger={
                <Button ref={add} size="small" icon={<ListFilter size={13} aria-hidden />}>
                  Add a rule on a value
                </Button>
              }
            />
          ) : null}
        </div>
      ) : (
        <p className="text-ink-muted text-xs">Choose a schema to compare its values, for example “Total is more than 10 000”.</p>
      )}
    </div>
  );
}

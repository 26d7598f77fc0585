'use client';

import { useQuery } from '@tanstack/react-query';
import { Select } from '#components/ui/inputs/select.tsx';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import type { FieldChoice } from './use-field-choice.ts';

const STATES = [
  { id: 'to_review', label: 'To review' },
  { id: 'approved', label: 'Approved' },
  { id: 'all', label: 'All' },
] as const;
const DAYS = [
  { id: 'any', label: 'Any day' },
  { id: 'today', label: 'Today' },
  { id: 'week', label: 'Last 7 days' },
] as const;
const SHOWN = [
  { id: 'all', label: 'All values' },
  { id: 'flagged', label: 'Flagged' },
  { id: 'untouched', label: 'Not yet checked' },
] as const;

/** Chooses the field and the documents whose values are looked at. */
export function CompareFieldHeader({ choice }: { choice: FieldChoice }) {
  const schemas = useQuery(schemasQuery).data ?? [];
  const { chosen, choose } = choice;
  const fields = schemas.find((schema) => schema.id === chosen.schema)?.fields.filter((field) => field.type !== 'rows') ?? [];
  return (
    <div className="flex flex-wrap items-center gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
      <Select
        aria-label="Schema"
        lead="Schema"
        dense
        className="w-52 max-sm:w-full"
        placeholder="Choose one"
        options={schemas.map(({ id, name }) => ({ id, label: name }))}
        value={chosen.schema || null}
        onChange={(schema) => choose({ schema, field: '' })}
      />
      <Select
        aria-label="Field"
        lead="Field"
        dense
        className="w-52 max-sm:w-full"
        placeholder="Choose one"
        isDisabled={fields.length === 0}
        options={fields.map(({ name, label }) => ({ id: name, label: label || name }))}
        value={chosen.field || null}
        onChange={(field) => choose({ field })}
      />
      <Select
        aria-label="State"
        lead="State"
        dense
        className="w-38 max-sm:w-full"
        options={STATES}
        value={chosen.state}
        onChange={(state) => choose({ state })}
      />
      <Select
        aria-label="Received"
        lead="Received"
        dense
        className="w-44 max-sm:w-full"
        options={DAYS}
        value={chosen.since}
        onChange={(since) => choose({ since })}
      />
      <Select
        aria-label="Show"
        lead="Show"
        dense
        className="w-44 max-sm:w-full"
        options={SHOWN}
        value={chosen.show}
        onChange={(show) => choose({ show })}
      />
    </div>
  );
}

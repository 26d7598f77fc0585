'use client';

import { useQuery } from '@tanstack/react-query';
import { Select } from '#components/ui/select.tsx';
import { schemasQuery } from '#lib/client/schemas.ts';
import { chooseDropSchema, useDropSchema } from './use-drop-schema.ts';

const LATER = 'later';

/** The schema new documents are extracted with. */
export function DropSchemaSelect({ className }: { className?: string }) {
  const schemas = useQuery(schemasQuery);
  const chosen = useDropSchema();
  const options = [{ id: LATER, label: 'Choose later' }, ...(schemas.data ?? []).map(({ id, name }) => ({ id, label: name }))];
  const value = options.some(({ id }) => id === chosen) ? (chosen ?? LATER) : LATER;
  return (
    <Select
      aria-label="Schema for new documents"
      options={options}
      value={value}
      onChange={(id) => chooseDropSchema(id === LATER ? null : id)}
      lead="Extract with"
      dense
      className={className}
    />
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { Clock, ScanSearch } from 'lucide-react';
import { type Option, Select } from '#components/ui/inputs/select.tsx';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import { chooseDropSchema, LATER, RECOGNISE, useDropSchema } from './use-drop-schema.ts';

/** What new documents are extracted with: a schema, that of their kind, or none yet. */
export function DropSchemaSelect({ className }: { className?: string }) {
  const schemas = useQuery(schemasQuery);
  const chosen = useDropSchema();
  const options: Option[] = [
    { id: RECOGNISE, label: 'Detect kind', icon: <ScanSearch size={14} aria-hidden /> },
    ...(schemas.data ?? []).map(({ id, name }) => ({ id, label: name })),
    { id: LATER, label: 'Choose a schema later', icon: <Clock size={14} aria-hidden /> },
  ];
  const isSchema = chosen !== RECOGNISE && chosen !== LATER;
  return (
    <Select
      aria-label="Schema for new documents"
      options={options}
      value={chosen}
      onChange={chooseDropSchema}
      {...(isSchema ? { lead: 'Extract with' } : {})}
      dense
      className={className}
    />
  );
}

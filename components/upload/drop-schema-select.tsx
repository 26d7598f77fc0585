'use client';

import { useQuery } from '@tanstack/react-query';
import { Clock, ScanSearch } from 'lucide-react';
import { type Option, Select } from '#components/ui/inputs/select.tsx';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import { chooseDropSchema, LATER, RECOGNISE, useDropSchema } from './use-drop-schema.ts';
import { useDropTarget } from './use-drop-target.ts';

/** What new documents are extracted with: a schema, that of their kind, or none yet. */
export function DropSchemaSelect({ className }: { className?: string }) {
  const schemas = useQuery(schemasQuery);
  const chosen = useDropSchema();
  const target = useDropTarget();
  const isKnown = ({ id }: { id: string }) => !target?.schema_ids || target.schema_ids.includes(id);
  const known = (schemas.data ?? []).filter(isKnown);
  const unknown = (schemas.data ?? []).filter((schema) => !isKnown(schema));
  const options: Option[] = [
    { id: RECOGNISE, label: 'Detect kind', icon: <ScanSearch size={14} aria-hidden /> },
    ...known.map(({ id, name }) => ({ id, label: name })),
    ...unknown.map(({ id, name }) => ({ id, label: name, description: `No ID at “${target?.name}” yet` })),
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

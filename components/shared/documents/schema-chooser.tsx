'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useStartExtraction } from '#lib/client/documents/document.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { SchemaChangeNote } from './schema-change-note.tsx';

type SchemaChooserProps = {
  document: DeskDocument;
  label: string;
  /** Chosen at first. */
  initial?: string;
  /** Done before: saves what is under way. */
  prepare?: () => Promise<unknown>;
  onStarted?: () => void;
};

/** Choosing a schema starts the extraction; choosing another one says before what becomes of people's work. */
export function SchemaChooser({ document, label, initial, prepare, onStarted }: SchemaChooserProps) {
  const schemas = useQuery(schemasQuery);
  const start = useStartExtraction(document.id, prepare);
  const [chosen, setChosen] = useState<string | null>(initial ?? document.schema_id);
  const options = (schemas.data ?? []).map((schema) => ({ id: schema.id, label: schema.name, description: schema.description }));
  const isChange = document.schema_id !== null && chosen !== null && chosen !== document.schema_id;
  const name = options.find(({ id }) => id === chosen)?.label;
  return (
    <div className="space-y-3">
      <Select label={label} options={options} value={chosen} onChange={setChosen} placeholder="Choose a schema" />
      {isChange ? (
        <SchemaChangeNote document={document} schemaId={chosen} />
      ) : document.schema_id !== null ? (
        <p className="text-ink-muted text-sm">Confirmed and corrected values are kept.</p>
      ) : null}
      {start.error ? <Notice tone="bad">{errorMessage(start.error)}</Notice> : null}
      <Button
        variant="primary"
        isDisabled={!chosen}
        isPending={start.isPending}
        onPress={() => chosen && start.mutate(chosen, { onSuccess: () => onStarted?.() })}
      >
        {isChange && name ? `Change to ${name}` : 'Extract fields'}
      </Button>
    </div>
  );
}

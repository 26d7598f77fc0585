'use client';

import { Trash2 } from 'lucide-react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { type Option, Select } from '#components/ui/inputs/select.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import type { MetadataEntry, MetadataSource } from '#lib/contract/desk/deployment-metadata.ts';

const SOURCES: Option<MetadataSource>[] = [
  { id: 'document_name', label: 'Name of the document' },
  { id: 'folder', label: 'Folder' },
  { id: 'document_id', label: 'ID of the document', description: 'As this desk knows it' },
  { id: 'schema_name', label: 'Schema' },
  { id: 'schema_id', label: 'ID of the schema', description: 'As the service knows it' },
  { id: 'submitter_name', label: 'Who submitted it', description: 'The name of a person leaves this desk' },
  { id: 'tags', label: 'Tags', description: 'The same for every document' },
  { id: 'text', label: 'Text', description: 'The same for every document' },
];

type MetadataLineProps = {
  /** From 1. */
  number: number;
  entry: MetadataEntry;
  error: string | undefined;
  onChange: (entry: MetadataEntry) => void;
  onRemove: () => void;
};

/** One entry: its name, and what is sent under it. */
export function MetadataLine({ number, entry, error, onChange, onRemove }: MetadataLineProps) {
  const { name, source, text } = entry;
  const isTyped = source === 'text' || source === 'tags';
  return (
    <li aria-label={`Entry ${number}`} className="flex items-end gap-2">
      <div className="grid min-w-0 flex-1 grid-cols-3 items-end gap-2 max-md:grid-cols-1">
        <TextField
          label="Name"
          value={name}
          onChange={(next) => onChange({ ...entry, name: next })}
          maxLength={100}
          error={error}
          isRequired
        />
        <Select label="What is sent" options={SOURCES} value={source} onChange={(next) => onChange({ ...entry, source: next })} />
        {isTyped ? (
          <TextField
            label={source === 'tags' ? 'Tags, comma-separated' : 'Text'}
            value={text}
            onChange={(next) => onChange({ ...entry, text: next })}
            maxLength={500}
          />
        ) : null}
      </div>
      <IconButton label={`Remove entry ${number}`} icon={<Trash2 size={14} aria-hidden />} onPress={onRemove} />
    </li>
  );
}

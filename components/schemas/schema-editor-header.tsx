'use client';

import { FileInput, FileSearch, Save, SlidersHorizontal, Undo2 } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { thresholdsAddress } from '#components/shared/documents/insights-place.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { SchemaEditing } from './use-schema-draft.ts';

type SchemaEditorHeaderProps = {
  schema: Schema | null;
  editing: SchemaEditing;
  lead: ReactNode;
  hasFocus: boolean;
  onChange: SchemaEditing['change'];
  onImport: () => void;
  /** Opens or closes the sample beside the fields. */
  onSample: () => void;
  hasSample: boolean;
  sampleButton: RefObject<HTMLButtonElement | null>;
};

/** Name and description of the schema that is edited, and saving it. */
export function SchemaEditorHeader({
  schema,
  editing,
  lead,
  hasFocus,
  onChange,
  onImport,
  onSample,
  hasSample,
  sampleButton,
}: SchemaEditorHeaderProps) {
  const { draft, messages, isDirty } = editing;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3 pt-3 pb-2">
      {lead}
      <TextField
        aria-label="Name of the schema"
        placeholder="Name of the schema"
        value={draft.name}
        onChange={(name) => onChange({ name })}
        error={messages.get('name')}
        maxLength={120}
        inputClassName="font-semibold"
        className="w-64"
        autoFocus={hasFocus}
      />
      <TextField
        aria-label="Description of the schema"
        placeholder="What kind of document is it for?"
        value={draft.description}
        onChange={(description) => onChange({ description })}
        error={messages.get('description')}
        maxLength={2000}
        className="min-w-48 flex-1"
      />
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
        {schema ? (
          <LinkButton size="large" icon={<SlidersHorizontal size={14} aria-hidden />} href={thresholdsAddress(schema.id)}>
            Thresholds
          </LinkButton>
        ) : null}
        <Button ref={sampleButton} size="large" icon={<FileSearch size={14} aria-hidden />} aria-expanded={hasSample} onPress={onSample}>
          {hasSample ? 'Close sample' : 'Sample'}
        </Button>
        <Button size="large" icon={<FileInput size={14} aria-hidden />} onPress={onImport}>
          Import
        </Button>
        {isDirty && schema ? (
          <Button size="large" icon={<Undo2 size={14} aria-hidden />} onPress={editing.discard}>
            Discard
          </Button>
        ) : null}
        <Button
          size="large"
          variant="primary"
          icon={<Save size={14} aria-hidden />}
          onPress={editing.submit}
          isDisabled={!isDirty}
          isPending={editing.isSaving}
        >
          {schema ? `Save version ${schema.version + 1}` : 'Save'}
        </Button>
      </div>
    </div>
  );
}

'use client';

import { Trash2, Wand2 } from 'lucide-react';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { Switch } from '#components/ui/inputs/switch.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import type { FieldType } from '#lib/contract/service/extraction-schema.ts';
import type { Messages } from './check-draft.ts';
import { FIELD_TYPES, FORMATS } from './outline/field-types.tsx';
import { type FieldDraft, NUMBER_TYPES, newField } from './schema-draft.ts';

export type FieldFormProps = {
  field: FieldDraft;
  /** False for a column, which cannot have rows of its own. */
  mayHaveRows: boolean;
  onChange: (change: Partial<FieldDraft>) => void;
  onRemove: () => void;
  messages: Messages;
};

const NO_FORMAT = 'none';
const FORMAT_OPTIONS = [{ id: NO_FORMAT, label: 'Any text' }, ...Object.entries(FORMATS).map(([id, label]) => ({ id, label }))];

/** What a field is: label, name, type, and what its type asks for. */
export function FieldForm({ field, mayHaveRows, onChange, onRemove, messages }: FieldFormProps) {
  const wrong = (property: string) => messages.get(`${field.key}.${property}`);
  const types = (Object.keys(FIELD_TYPES) as FieldType[])
    .filter((type) => mayHaveRows || type !== 'rows')
    .map((id) => ({ id, label: FIELD_TYPES[id].word, description: FIELD_TYPES[id].help, icon: FIELD_TYPES[id].icon }));
  const changeType = (type: FieldType) =>
    onChange({
      type,
      ...(type === 'rows' && field.columns.length === 0 ? { columns: [{ ...newField(), label: 'Description', name: 'description' }] } : {}),
    });
  return (
    <div className="grid gap-x-4 gap-y-4 sm:grid-cols-2">
      <TextField
        label="Label"
        placeholder={field.isNameAuto ? undefined : field.name}
        description="The name people use, ideally as printed on the page."
        value={field.label}
        onChange={(label) => onChange({ label })}
        error={wrong('label')}
        maxLength={200}
        autoFocus={!field.label && field.isNameAuto}
      />
      <div className="relative">
        <TextField
          label="Name"
          description={field.isNameAuto ? 'Generated from the label.' : 'Used in exports and rules.'}
          value={field.name}
          onChange={(name) => onChange({ name, isNameAuto: false })}
          error={wrong('name')}
          maxLength={64}
          inputClassName="pr-9 font-mono text-xs"
        />
        {field.isNameAuto ? null : (
          <IconButton
            label="Generate the name from the label"
            size="small"
            icon={<Wand2 size={13} aria-hidden />}
            onPress={() => onChange({ isNameAuto: true })}
            className="absolute top-6 right-1"
          />
        )}
      </div>
      <Select label="Type" options={types} value={field.type} onChange={changeType} />
      <div className="flex items-end justify-between gap-2 pb-1">
        <Switch isSelected={field.required} onChange={(required) => onChange({ required })}>
          Required
        </Switch>
        <IconButton label="Remove this field" icon={<Trash2 size={14} aria-hidden />} onPress={onRemove} />
      </div>
      <TypeDetails {...{ field, onChange, wrong }} />
      <TextField
        label="Description"
        description="What the value means and where it usually appears. This helps to find it."
        rows={2}
        value={field.description}
        onChange={(description) => onChange({ description })}
        error={wrong('description')}
        maxLength={2000}
        className="sm:col-span-2"
      />
    </div>
  );
}

type TypeDetailsProps = Pick<FieldFormProps, 'field' | 'onChange'> & { wrong: (property: string) => string | undefined };

/** What only some types of fields ask for: a format, limits, options. */
function TypeDetails({ field, onChange, wrong }: TypeDetailsProps) {
  const isNumber = NUMBER_TYPES.has(field.type);
  return (
    <>
      {field.type === 'string' ? (
        <>
          <Select
            label="Format"
            options={FORMAT_OPTIONS}
            value={field.format ?? NO_FORMAT}
            onChange={(format) => onChange({ format: format === NO_FORMAT ? null : (format as FieldDraft['format']) })}
          />
          <TextField
            label="Pattern"
            description="A regular expression that the value must match. Optional."
            value={field.pattern}
            onChange={(pattern) => onChange({ pattern })}
            error={wrong('pattern')}
            maxLength={500}
            inputClassName="font-mono text-xs"
          />
        </>
      ) : null}
      {isNumber || field.type === 'date' ? (
        <>
          <TextField
            label={isNumber ? 'At least' : 'Not before'}
            placeholder={isNumber ? '' : 'YYYY-MM-DD'}
            value={field.minimum}
            onChange={(minimum) => onChange({ minimum })}
            error={wrong('minimum')}
          />
          <TextField
            label={isNumber ? 'At most' : 'Not after'}
            placeholder={isNumber ? '' : 'YYYY-MM-DD'}
            value={field.maximum}
            onChange={(maximum) => onChange({ maximum })}
            error={wrong('maximum')}
          />
        </>
      ) : null}
      {field.type === 'enum' ? (
        <TextField
          label="Options"
          description="One per line."
          rows={Math.min(12, Math.max(4, field.options.length + 1))}
          value={field.options.join('\n')}
          onChange={(text) => onChange({ options: text.split('\n') })}
          error={wrong('options')}
          className="sm:col-span-2"
        />
      ) : null}
    </>
  );
}

'use client';

import { useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import type { Messages } from './check-draft.ts';
import { FieldForm } from './field-form.tsx';
import { FieldList } from './field-list.tsx';
import { changeField, type FieldDraft, newField } from './schema-draft.ts';

export type FieldsEditorProps = {
  fields: readonly FieldDraft[];
  onChange: (fields: FieldDraft[]) => void;
  messages: Messages;
  /** The chosen field, where it is known outside. */
  selectedKey?: string | null;
  onSelect?: (key: string | null) => void;
  /** What a sample has for each field, by key; null = nothing. Absent = there is no sample. */
  values?: ReadonlyMap<string, string | null> | undefined;
  /** True for the columns of a rows field. */
  isNested?: boolean;
};

/** A list of fields beside the form of the chosen one. The columns of rows are edited by the same means inside it. */
export function FieldsEditor({ fields, onChange, messages, selectedKey, onSelect, values, isNested = false }: FieldsEditorProps) {
  const [own, setOwn] = useState<string | null>(null);
  const [chosen, setChosen] = [selectedKey === undefined ? own : selectedKey, onSelect ?? setOwn];
  const selected = fields.find(({ key }) => key === chosen) ?? fields[0];
  const add = () => {
    const field = newField();
    const at = selected ? fields.indexOf(selected) + 1 : fields.length;
    onChange(fields.toSpliced(at, 0, field));
    setChosen(field.key);
  };
  const remove = (key: string) => {
    const at = fields.findIndex((field) => field.key === key);
    setChosen((fields[at + 1] ?? fields[at - 1])?.key ?? null);
    onChange(fields.filter((field) => field.key !== key));
  };
  return (
    <div
      className={classNames(
        'grid min-h-0 flex-1',
        isNested ? 'rounded-md border md:grid-cols-[13rem_1fr]' : 'md:grid-cols-[17rem_1fr] xl:grid-cols-[20rem_1fr]',
      )}
    >
      <div className="flex min-h-0 flex-col border-b bg-canvas md:border-r md:border-b-0">
        <FieldList
          label={isNested ? 'Columns' : 'Fields'}
          fields={fields}
          selectedKey={selected?.key ?? null}
          onSelect={setChosen}
          onChange={onChange}
          onAdd={add}
          onRemove={remove}
          addLabel={isNested ? 'Add column' : 'Add field'}
          messages={messages}
          values={values}
        />
      </div>
      <div className={classNames('min-w-0 bg-surface p-4', !isNested && 'overflow-auto')}>
        {selected ? (
          <div className={classNames('flex flex-col gap-5', !isNested && 'max-w-200')}>
            <FieldForm
              key={selected.key}
              field={selected}
              mayHaveRows={!isNested}
              onChange={(change) => onChange(changeField(fields, selected.key, change))}
              onRemove={() => remove(selected.key)}
              messages={messages}
            />
            {selected.type === 'rows' ? (
              <section>
                <h2 className="mb-1.5 font-medium text-xs">Columns</h2>
                {messages.get(`${selected.key}.columns`) ? (
                  <p className="mb-1.5 text-bad text-xs">{messages.get(`${selected.key}.columns`)}</p>
                ) : null}
                <FieldsEditor
                  key={selected.key}
                  fields={selected.columns}
                  onChange={(columns) => onChange(changeField(fields, selected.key, { columns }))}
                  messages={messages}
                  values={values}
                  isNested
                />
              </section>
            ) : null}
          </div>
        ) : (
          <p className="text-ink-muted">Add a field to begin.</p>
        )}
      </div>
    </div>
  );
}

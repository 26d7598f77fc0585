'use client';

import { useMemo, useState } from 'react';
import type { Page } from '#lib/contract/service/reading.ts';
import { fieldOfPlace } from '#lib/document/grounding/field-of-place.ts';
import { fieldsOfSheet } from '#lib/document/grounding/fields-of-sheet.ts';
import { nameOfLabel } from '#lib/document/schemas/name-of-label.ts';
import type { Messages } from './check-draft.ts';
import { FieldsEditor } from './fields-editor.tsx';
import { SamplePane } from './sample/sample-pane.tsx';
import { samplePlaces, sampleValues } from './sample/sample-values.ts';
import type { HeadingUse } from './sample/sheet-headings-menu.tsx';
import type { Sample } from './sample/use-sample.ts';
import { editorDraft, type FieldDraft, newField } from './schema-draft.ts';

type FieldsWithSampleProps = {
  schemaId: string | null;
  fields: readonly FieldDraft[];
  onChange: (fields: FieldDraft[]) => void;
  messages: Messages;
  sample: Sample;
  onCloseSample: () => void;
  fault: string | null;
};

/** The fields, and beside them a document with what they find in it, where somebody wants one. */
export function FieldsWithSample({ schemaId, fields, onChange, messages, sample, onCloseSample, fault }: FieldsWithSampleProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const selectedKey = (fields.find(({ key }) => key === chosen) ?? fields[0])?.key ?? null;
  const { isOpen, document, result } = sample;
  const values = useMemo(() => (isOpen && document ? sampleValues(fields, result) : undefined), [isOpen, document, fields, result]);
  const places = useMemo(() => samplePlaces(fields, result), [fields, result]);
  const addMarked = (page: Page, words: number[]) => {
    const field = markedField(page, words, fields);
    const at = fields.findIndex(({ key }) => key === selectedKey);
    onChange(fields.toSpliced(at + 1, 0, field));
    setChosen(field.key);
    return field.label;
  };
  const addHeadings = (page: Page, use: HeadingUse) => {
    const added = headingFields(page, use, fields);
    const [first] = added;
    if (!first) return 0;
    onChange([...fields, ...added]);
    setChosen(first.key);
    return use === 'rows' ? first.columns.length : added.length;
  };
  return (
    <div className="flex min-h-0 flex-1 max-xl:flex-col">
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <FieldsEditor
          fields={fields}
          onChange={onChange}
          messages={messages}
          selectedKey={selectedKey}
          onSelect={setChosen}
          values={values}
        />
      </div>
      {isOpen ? (
        <SamplePane
          schemaId={schemaId}
          sample={sample}
          places={places}
          fault={fault}
          selectedKey={selectedKey}
          onSelect={setChosen}
          onMark={addMarked}
          onHeadings={addHeadings}
          onClose={onCloseSample}
        />
      ) : null}
    </div>
  );
}

/** A new field for what was marked; where it has no label there, the name waits for one. */
function markedField(page: Page, words: readonly number[], fields: readonly FieldDraft[]): FieldDraft {
  const { label, type, format } = fieldOfPlace(page, words);
  const name = nameOfLabel(label, new Set(fields.map((field) => field.name)));
  return { ...newField(type), label, name, format: format ?? null };
}

/** New fields for the headings of a sheet, but for those whose label is there already. */
function headingFields(page: Page, use: HeadingUse, fields: readonly FieldDraft[]): FieldDraft[] {
  const found = editorDraft({ name: '', description: '', fields: fieldsOfSheet(page), rules: [] }).fields;
  const taken = new Set(fields.map(({ name }) => name));
  if (use === 'rows') {
    const label = page.grid?.sheet ?? 'Rows';
    return found.length === 0 ? [] : [{ ...newField('rows'), label, name: nameOfLabel(label, taken), columns: found }];
  }
  return found
    .filter(({ label }) => !fields.some((field) => field.label === label))
    .map((field) => {
      const name = nameOfLabel(field.label, taken) || nameOfLabel(field.name, taken);
      taken.add(name);
      return { ...field, name };
    });
}

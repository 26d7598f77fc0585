'use client';

import { FileInput, Save, Undo2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { countOf } from '#components/shared/format.ts';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { errorMessage, fieldErrors } from '#lib/client/http/error-message.ts';
import { useSaveSchema } from '#lib/client/team/schemas.ts';
import type { Schema, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { checkDraft, type Messages, placeServerErrors } from './check-draft.ts';
import { findKeptDraft, keepDraft } from './draft-store.ts';
import { FieldsEditor } from './fields-editor.tsx';
import { ImportSchemaDialog } from './import-schema-dialog.tsx';
import { JsonSchemaPanel } from './json-schema-panel.tsx';
import { RulesEditor } from './rules-editor.tsx';
import { type EditorDraft, editorDraft, plainDraft } from './schema-draft.ts';
import { SchemaVersions } from './schema-versions.tsx';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';

export type SchemaEditorProps = {
  /** The newest saved version; null for a schema not saved yet. */
  schema: Schema | null;
  /** What a new schema begins with. */
  initial?: SchemaDraft;
  /** Stands before the name, e.g. the way back. */
  lead?: ReactNode;
};

type TabId = 'fields' | 'rules' | 'json' | 'versions';
const EMPTY: EditorDraft = { name: '', description: '', fields: [], rules: [] };
const NO_MESSAGES: Messages = new Map();

/** Edits a schema; saving makes a new version. */
export function SchemaEditor({ schema, initial, lead }: SchemaEditorProps) {
  const schemaId = schema?.id ?? null;
  const saved = useMemo(() => (schema ? editorDraft(schema) : EMPTY), [schema]);
  const [draft, setDraft] = useState<EditorDraft>(() => (initial ? editorDraft(initial) : saved));
  const [kept, setKept] = useState<SchemaDraft | null>(null);
  const [tab, setTab] = useState<TabId>('fields');
  const [attempted, setAttempted] = useState(false);
  const [importing, setImporting] = useState(false);
  const save = useSaveSchema(schemaId ?? undefined);
  const router = useRouter();
  const savedText = useMemo(() => JSON.stringify(plainDraft(saved)), [saved]);
  const text = useDeferredValue(JSON.stringify(plainDraft(draft)));
  const isDirty = text !== savedText;
  const found = useMemo(() => checkDraft(draft), [draft]);
  const fromServer = useMemo(
    () => (save.isError ? placeServerErrors(draft, fieldErrors(save.error)) : NO_MESSAGES),
    [save.isError, save.error, draft],
  );
  const messages = useMemo(() => new Map([...fromServer, ...visible(found, draft, attempted)]), [found, fromServer, draft, attempted]);
  const guard = useUnsavedGuard(isDirty && !save.isSuccess);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was kept when the screen opened is offered
  useEffect(() => {
    if (initial) return;
    const draftKept = findKeptDraft(schemaId);
    if (draftKept && JSON.stringify(draftKept) !== savedText) setKept(draftKept);
  }, []);
  useEffect(() => {
    if (isDirty) keepDraft(schemaId, draft);
  }, [isDirty, draft, schemaId]);

  const change = (part: Partial<EditorDraft>) => {
    if (save.isError || save.isSuccess) save.reset();
    setKept(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const submit = () => {
    setAttempted(true);
    if (save.isPending || !isDirty) return;
    if (found.size > 0) {
      const first = [...found.values()][0];
      showToast({ tone: 'bad', title: `Not saved: ${countOf(found.size, 'error')} to fix`, detail: first });
      return;
    }
    save.mutate(plainDraft(draft), {
      onSuccess: (next) => {
        keepDraft(schemaId, null);
        setAttempted(false);
        showToast({ tone: 'ok', title: `${next.name}: saved as version ${next.version}` });
        if (!schemaId) router.replace(`/schemas/${encodeURIComponent(next.id)}`);
      },
      onError: (error) => showToast({ tone: 'bad', title: 'Not saved', detail: errorMessage(error) }),
    });
  };
  useShortcuts('Schema', [{ id: 'schema.save', keys: ['Mod+s'], label: 'Save', run: submit, whileTyping: true }]);

  const discard = () => {
    keepDraft(schemaId, null);
    save.reset();
    setAttempted(false);
    setDraft(saved);
  };
  const tabs = [
    { id: 'fields' as const, label: 'Fields', count: draft.fields.length },
    { id: 'rules' as const, label: 'Rules', count: draft.rules.length },
    ...(schema
      ? [
          { id: 'json' as const, label: 'JSON Schema' },
          { id: 'versions' as const, label: 'Versions', count: schema.version },
        ]
      : []),
  ];
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">{schema ? `Schema ${schema.name}` : 'New schema'}</h1>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 px-3 pt-3 pb-2">
        {lead}
        <TextField
          aria-label="Name of the schema"
          placeholder="Name of the schema"
          value={draft.name}
          onChange={(name) => change({ name })}
          error={messages.get('name')}
          maxLength={120}
          inputClassName="font-semibold"
          className="w-64"
          autoFocus={!schema && !initial}
        />
        <TextField
          aria-label="Description of the schema"
          placeholder="What kind of document is it for?"
          value={draft.description}
          onChange={(description) => change({ description })}
          error={messages.get('description')}
          maxLength={2000}
          className="min-w-48 flex-1"
        />
        <div className="ml-auto flex items-center gap-2">
          <Button size="large" icon={<FileInput size={14} aria-hidden />} onPress={() => setImporting(true)}>
            Import
          </Button>
          {isDirty && schema ? (
            <Button size="large" icon={<Undo2 size={14} aria-hidden />} onPress={discard}>
              Discard
            </Button>
          ) : null}
          <Button
            size="large"
            variant="primary"
            icon={<Save size={14} aria-hidden />}
            onPress={submit}
            isDisabled={!isDirty}
            isPending={save.isPending}
          >
            {schema ? `Save version ${schema.version + 1}` : 'Save'}
          </Button>
        </div>
      </div>
      {kept ? (
        <Notice
          className="mx-3 mb-2"
          title="You have unsaved changes from earlier"
          actions={
            <>
              <Button
                onPress={() => {
                  setDraft(editorDraft(kept));
                  setKept(null);
                }}
              >
                Restore them
              </Button>
              <Button
                variant="quiet"
                onPress={() => {
                  keepDraft(schemaId, null);
                  setKept(null);
                }}
              >
                Discard them
              </Button>
            </>
          }
        />
      ) : null}
      {messages.get('fields') ? <p className="px-3 pb-2 text-bad text-xs">{messages.get('fields')}</p> : null}
      <Tabs
        label="Parts of the schema"
        items={tabs}
        value={tab}
        onChange={setTab}
        className="flex min-h-0 flex-1 flex-col [&>[role=tablist]]:border-b [&>[role=tablist]]:px-1.5"
        panelClassName="flex min-h-0 flex-1 flex-col data-inert:hidden"
      >
        {tab === 'fields' ? <FieldsEditor fields={draft.fields} onChange={(fields) => change({ fields })} messages={messages} /> : null}
        {tab === 'rules' ? (
          <RulesEditor rules={draft.rules} fields={draft.fields} onChange={(rules) => change({ rules })} messages={messages} />
        ) : null}
        {tab === 'json' && schema ? <JsonSchemaPanel schema={schema} /> : null}
        {tab === 'versions' && schema ? (
          <SchemaVersions
            schemaId={schema.id}
            mayEdit
            onRestore={(old) => {
              change(editorDraft(old));
              setTab('fields');
              showToast({ title: `Version ${old.version} is in the editor`, detail: 'Save it to use this version.' });
            }}
          />
        ) : null}
      </Tabs>
      {importing ? (
        <ImportSchemaDialog
          onClose={() => setImporting(false)}
          onImported={(imported) => {
            const next = editorDraft(imported);
            change({ ...next, name: schema ? draft.name : next.name, description: next.description || draft.description });
            setImporting(false);
            setTab('fields');
          }}
        />
      ) : null}
      {guard}
    </div>
  );
}

/** Before the first try to save, what is merely not filled in yet is not called a mistake. */
function visible(found: Messages, draft: EditorDraft, attempted: boolean): Messages {
  if (attempted) return found;
  const fresh = new Set(
    [...draft.fields, ...draft.fields.flatMap(({ columns }) => columns)]
      .filter((field) => !field.label && field.isNameAuto)
      .map(({ key }) => key),
  );
  const empty = new Set(draft.rules.filter(({ formula }) => !formula).map(({ key }) => key));
  return new Map(
    [...found].filter(([place]) => {
      const key = place.split('.')[0] ?? '';
      return place !== 'fields' && !(place === 'name' && draft.name === '') && !fresh.has(key) && !empty.has(key);
    }),
  );
}

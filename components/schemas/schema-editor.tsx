'use client';

import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { showToast } from '#components/ui/layers/toast.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import type { Schema, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { FieldsWithSample } from './fields-with-sample.tsx';
import { ImportSchemaDialog } from './import-schema-dialog.tsx';
import { JsonSchemaPanel } from './json-schema-panel.tsx';
import { KeptDraftNotice, useKeptDraft } from './kept-draft-notice.tsx';
import { LearnedTab } from './learned/learned-tab.tsx';
import { PreviewTab } from './preview/preview-tab.tsx';
import { useDraftComparison } from './preview/use-draft-comparison.ts';
import { RulesEditor } from './rules-editor.tsx';
import { useSample } from './sample/use-sample.ts';
import { type EditorDraft, editorDraft, plainDraft } from './schema-draft.ts';
import { SchemaEditorHeader } from './schema-editor-header.tsx';
import { useSchemaDraft } from './use-schema-draft.ts';
import { useUnsavedGuard } from './use-unsaved-guard.tsx';
import { SchemaVersions } from './versions/schema-versions.tsx';

export type SchemaEditorProps = {
  /** The newest saved version; null for a schema not saved yet. */
  schema: Schema | null;
  /** What a new schema begins with. */
  initial?: SchemaDraft;
  /** Stands before the name, e.g. the way back. */
  lead?: ReactNode;
  /** The chosen tab, where the address tells it. */
  tab?: SchemaTab;
  onTabChange?: (tab: SchemaTab) => void;
};

/** The parts of a schema, as addresses have them. */
export const SCHEMA_TABS = ['fields', 'rules', 'preview', 'json', 'versions', 'learned'] as const;
export type SchemaTab = (typeof SCHEMA_TABS)[number];

function listTabs(schema: Schema | null, draft: EditorDraft): { id: SchemaTab; label: string; count?: number }[] {
  return [
    { id: 'fields', label: 'Fields', count: draft.fields.length },
    { id: 'rules', label: 'Rules', count: draft.rules.length },
    ...(schema
      ? ([
          { id: 'preview', label: 'Preview' },
          { id: 'json', label: 'JSON Schema' },
          { id: 'versions', label: 'Versions', count: schema.version },
          { id: 'learned', label: 'Learned' },
        ] as const)
      : []),
  ];
}

/** What is tried of a draft; it may have no name yet. */
function toTried(draft: EditorDraft): SchemaDraft {
  const plain = plainDraft(draft);
  return { ...plain, name: plain.name || 'Draft' };
}

/** Edits a schema; saving makes a new version. */
export function SchemaEditor({ schema, initial, lead, tab: given, onTabChange }: SchemaEditorProps) {
  const editing = useSchemaDraft(schema, initial);
  const { draft, messages } = editing;
  const { kept, forget, discard } = useKeptDraft(schema?.id ?? null, editing.savedText, initial === undefined);
  const [own, setOwn] = useState<SchemaTab>('fields');
  const tab = given ?? own;
  const setTab = onTabChange ?? setOwn;
  const [importing, setImporting] = useState(false);
  const guard = useUnsavedGuard(editing.isUnsaved);
  const tried = useMemo(() => toTried(draft), [draft]);
  const comparison = useDraftComparison(schema?.id ?? null);
  const sampleButton = useRef<HTMLButtonElement>(null);
  const sample = useSample(schema?.id ?? null, tried, editing.fault);
  const change = (part: Partial<EditorDraft>) => {
    forget();
    editing.change(part);
  };
  useShortcuts('Schema', [{ id: 'schema.save', keys: ['Mod+s'], label: 'Save', run: editing.submit, whileTyping: true }]);
  const onRestore = (old: Schema) => {
    change(editorDraft(old));
    setTab('fields');
    showToast({ title: `Version ${old.version} is in the editor`, detail: 'Save it to use this version.' });
  };
  const onImported = (imported: SchemaDraft) => {
    const next = editorDraft(imported);
    change({ ...next, name: schema ? draft.name : next.name, description: next.description || draft.description });
    setImporting(false);
    setTab('fields');
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">{schema ? `Schema ${schema.name}` : 'New schema'}</h1>
      <SchemaEditorHeader
        schema={schema}
        editing={editing}
        lead={lead}
        hasFocus={!schema && !initial?.name}
        onChange={change}
        onImport={() => setImporting(true)}
        hasSample={sample.isOpen && tab === 'fields'}
        sampleButton={sampleButton}
        onSample={() => {
          sample.setOpen(tab !== 'fields' || !sample.isOpen);
          setTab('fields');
        }}
      />
      {kept ? <KeptDraftNotice onRestore={() => change(editorDraft(kept))} onDiscard={discard} /> : null}
      {messages.get('fields') ? <p className="px-3 pb-2 text-bad text-xs">{messages.get('fields')}</p> : null}
      <Tabs
        label="Parts of the schema"
        items={listTabs(schema, draft)}
        value={tab}
        onChange={setTab}
        className="flex min-h-0 flex-1 flex-col [&>[role=tablist]]:border-b [&>[role=tablist]]:px-1.5"
        panelClassName="flex min-h-0 flex-1 flex-col data-inert:hidden"
      >
        {tab === 'fields' ? (
          <FieldsWithSample
            schemaId={schema?.id ?? null}
            fields={draft.fields}
            onChange={(fields) => change({ fields })}
            messages={messages}
            sample={sample}
            onCloseSample={() => {
              sample.setOpen(false);
              sampleButton.current?.focus();
            }}
            fault={editing.fault}
          />
        ) : null}
        {tab === 'rules' ? (
          <RulesEditor rules={draft.rules} fields={draft.fields} onChange={(rules) => change({ rules })} messages={messages} />
        ) : null}
        {tab === 'preview' && schema ? (
          <PreviewTab
            schemaId={schema.id}
            version={schema.version}
            draft={tried}
            isDirty={editing.isDirty}
            fault={editing.fault}
            comparison={comparison}
          />
        ) : null}
        {tab === 'json' && schema ? <JsonSchemaPanel schema={schema} /> : null}
        {tab === 'learned' && schema ? <LearnedTab schemaId={schema.id} /> : null}
        {tab === 'versions' && schema ? <SchemaVersions schemaId={schema.id} mayEdit onRestore={onRestore} /> : null}
      </Tabs>
      {importing ? <ImportSchemaDialog onClose={() => setImporting(false)} onImported={onImported} /> : null}
      {guard}
    </div>
  );
}

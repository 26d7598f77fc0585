'use client';

import { useQuery } from '@tanstack/react-query';
import { Braces, FileInput, GraduationCap, ListChecks, Plus, Table2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useMay } from '#components/shared/current-user.ts';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { ConfirmDialog } from '#components/ui/layers/confirm-dialog.tsx';
import { Menu, MenuItem } from '#components/ui/layers/menu.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { schemasQuery, useRemoveSchema } from '#lib/client/team/schemas.ts';
import type { Schema, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { keepDraft } from './draft-store.ts';
import { ImportSchemaDialog } from './import-schema-dialog.tsx';
import { ImportMemoryDialog } from './learned/import-memory-dialog.tsx';
import { editorDraft } from './schema-draft.ts';
import { SchemasTable } from './schemas-table.tsx';
import { TableSchemaDialog } from './table-schema-dialog.tsx';

/** All schemas with their versions and use. */
export function SchemasScreen() {
  const schemas = useQuery(schemasQuery);
  const mayEdit = useMay('schema_owner');
  const router = useRouter();
  const [importing, setImporting] = useState<'json' | 'table' | 'memory' | null>(null);
  const [removing, setRemoving] = useState<Schema | null>(null);
  const remove = useRemoveSchema();
  useShortcuts('Schemas', [
    { id: 'schemas.new', keys: ['n'], label: 'New schema', run: () => router.push('/schemas/new'), isDisabled: !mayEdit },
  ]);
  const edit = (draft: SchemaDraft) => {
    keepDraft(null, editorDraft(draft));
    router.push('/schemas/new?imported=1');
  };
  const runRemove = (schema: Schema) =>
    remove.mutate(schema.id, {
      onSuccess: () => {
        setRemoving(null);
        showToast({ tone: 'ok', title: `${schema.name} removed` });
      },
      onError: (error) => showToast({ tone: 'bad', title: `${schema.name}: not removed`, detail: errorMessage(error) }),
    });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-2 px-3 pt-3 pb-2">
        <h1 className="font-semibold text-lg">Schemas</h1>
        {mayEdit ? (
          <div className="ml-auto flex flex-wrap gap-2">
            <Menu label="Import" trigger={<Button icon={<FileInput size={14} aria-hidden />}>Import</Button>}>
              <MenuItem icon={<Table2 size={14} aria-hidden />} label="Headings of a table" onAction={() => setImporting('table')} />
              <MenuItem icon={<Braces size={14} aria-hidden />} label="JSON Schema" onAction={() => setImporting('json')} />
              <MenuItem
                icon={<GraduationCap size={14} aria-hidden />}
                label="Memory of another installation"
                onAction={() => setImporting('memory')}
              />
            </Menu>
            <LinkButton href="/schemas/new" variant="primary" icon={<Plus size={15} aria-hidden />}>
              New schema
            </LinkButton>
          </div>
        ) : null}
      </div>
      <div className="min-h-0 flex-1 overflow-auto border-t bg-surface">
        {schemas.isError ? (
          <EmptyState title="The schemas could not be loaded" actions={<Button onPress={() => schemas.refetch()}>Try again</Button>}>
            {errorMessage(schemas.error)}
          </EmptyState>
        ) : schemas.data?.length === 0 ? (
          <EmptyState
            icon={<ListChecks size={20} aria-hidden />}
            title="No schemas"
            actions={mayEdit ? <LinkButton href="/schemas/new">New schema</LinkButton> : undefined}
          >
            A schema lists the values to extract from one kind of document.
          </EmptyState>
        ) : (
          <SchemasTable schemas={schemas.data} mayEdit={mayEdit} onRemove={setRemoving} />
        )}
      </div>
      {importing === 'json' ? <ImportSchemaDialog onClose={() => setImporting(null)} onImported={edit} /> : null}
      {importing === 'table' ? <TableSchemaDialog onClose={() => setImporting(null)} onMade={edit} /> : null}
      {importing === 'memory' ? (
        <ImportMemoryDialog
          schemaId={null}
          onClose={() => setImporting(null)}
          onShow={(id) => router.push(`/schemas/${encodeURIComponent(id)}?tab=learned`)}
        />
      ) : null}
      <ConfirmDialog
        title={`Remove ${removing?.name ?? 'the schema'}?`}
        isOpen={removing !== null}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing && runRemove(removing)}
        confirmLabel="Remove schema"
        isDanger
        isPending={remove.isPending}
      >
        It can no longer be chosen. Documents keep the values extracted with it.
      </ConfirmDialog>
    </div>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { Copy, Download, Ellipsis, FileInput, ListChecks, Plus, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import { useMay } from '#components/shared/current-user.ts';
import { countOf, formatFullMoment, formatMoment } from '#components/shared/format.ts';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { ConfirmDialog } from '#components/ui/layers/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/layers/menu.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { exportJsonSchema, schemasQuery, schemaUseQuery, useRemoveSchema } from '#lib/client/team/schemas.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { keepDraft } from './draft-store.ts';
import { ImportSchemaDialog } from './import-schema-dialog.tsx';
import { downloadText } from './json-schema-panel.tsx';
import { editorDraft } from './schema-draft.ts';

/** All schemas with their versions and use. */
export function SchemasScreen() {
  const schemas = useQuery(schemasQuery);
  const mayEdit = useMay('schema_owner');
  const router = useRouter();
  const [importing, setImporting] = useState(false);
  const [removing, setRemoving] = useState<Schema | null>(null);
  const remove = useRemoveSchema();
  useShortcuts('Schemas', [
    { id: 'schemas.new', keys: ['n'], label: 'New schema', run: () => router.push('/schemas/new'), isDisabled: !mayEdit },
  ]);
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
            <Button icon={<FileInput size={14} aria-hidden />} onPress={() => setImporting(true)}>
              Import JSON Schema
            </Button>
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
          <Table label="Schemas">
            <thead>
              <tr>
                <HeadCell>Name</HeadCell>
                <HeadCell className="max-md:hidden">For</HeadCell>
                <HeadCell className="text-right">Fields</HeadCell>
                <HeadCell className="text-right">Version</HeadCell>
                <HeadCell className="text-right max-sm:hidden">Documents</HeadCell>
                <HeadCell className="max-sm:hidden">Saved</HeadCell>
                <HeadCell className="w-12">
                  <span className="sr-only">Actions</span>
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {schemas.isPending
                ? [1, 2, 3, 4, 5, 6].map((key) => (
                    <tr key={key}>
                      <BodyCell>
                        <Skeleton className="w-32" />
                      </BodyCell>
                      <BodyCell className="max-md:hidden">
                        <Skeleton className="w-72" />
                      </BodyCell>
                    </tr>
                  ))
                : schemas.data?.map((schema) => (
                    <SchemaLine key={schema.id} schema={schema} mayEdit={mayEdit} onRemove={() => setRemoving(schema)} />
                  ))}
            </tbody>
          </Table>
        )}
      </div>
      {importing ? (
        <ImportSchemaDialog
          onClose={() => setImporting(false)}
          onImported={(draft) => {
            keepDraft(null, editorDraft(draft));
            router.push('/schemas/new?imported=1');
          }}
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

function SchemaLine({ schema, mayEdit, onRemove }: { schema: Schema; mayEdit: boolean; onRemove: () => void }) {
  const use = useQuery(schemaUseQuery(schema.id));
  const router = useRouter();
  const href = `/schemas/${encodeURIComponent(schema.id)}`;
  const download = () =>
    exportJsonSchema(schema.id).then(
      (json) => downloadText(JSON.stringify(json, null, 2), `${schema.name}.schema.json`),
      (error: unknown) => showToast({ tone: 'bad', title: 'Not downloaded', detail: errorMessage(error) }),
    );
  const columns = schema.fields.reduce((sum, field) => sum + (field.fields?.length ?? 0), 0);
  return (
    <tr className="hover:bg-hover">
      <BodyCell className="whitespace-nowrap">
        <Link href={href} className="rounded-sm font-medium data-hovered:underline">
          {schema.name}
        </Link>
      </BodyCell>
      <BodyCell className="w-full max-w-0 text-ink-muted max-md:hidden">
        <span className="block truncate">{schema.description}</span>
      </BodyCell>
      <BodyCell className="whitespace-nowrap text-right">
        {schema.fields.length}
        {columns ? <span className="text-ink-faint"> + {columns}</span> : null}
      </BodyCell>
      <BodyCell className="text-right">{schema.version}</BodyCell>
      <BodyCell className="text-right max-sm:hidden">
        {use.data ? (
          <Link
            href={`/documents?schema=${encodeURIComponent(schema.id)}`}
            aria-label={`${countOf(use.data, 'document')} with ${schema.name}`}
            className="rounded-sm underline decoration-line-strong underline-offset-2"
          >
            {use.data.toLocaleString('en')}
          </Link>
        ) : (
          <span className="text-ink-faint">{use.data === 0 ? '0' : '–'}</span>
        )}
      </BodyCell>
      <BodyCell className="whitespace-nowrap text-ink-muted max-sm:hidden">
        <time dateTime={schema.updated_at} title={formatFullMoment(schema.updated_at)}>
          {formatMoment(schema.updated_at)}
        </time>
      </BodyCell>
      <BodyCell className="text-right">
        <Menu
          label={`Actions for ${schema.name}`}
          trigger={<IconButton label={`Actions for ${schema.name}`} size="small" icon={<Ellipsis size={15} aria-hidden />} />}
        >
          <MenuItem icon={<Download size={14} aria-hidden />} label="Download JSON Schema" onAction={() => void download()} />
          {mayEdit ? (
            <>
              <MenuItem
                icon={<Copy size={14} aria-hidden />}
                label="Duplicate"
                onAction={() => router.push(`/schemas/new?from=${encodeURIComponent(schema.id)}`)}
              />
              <MenuSeparator />
              <MenuItem icon={<Trash2 size={14} aria-hidden />} label="Remove" isDanger onAction={onRemove} />
            </>
          ) : null}
        </Menu>
      </BodyCell>
    </tr>
  );
}

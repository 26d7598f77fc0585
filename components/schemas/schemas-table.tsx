'use client';

import { useQuery } from '@tanstack/react-query';
import { Copy, Download, Ellipsis, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Link } from 'react-aria-components';
import { countOf, formatFullMoment, formatMoment } from '#components/shared/format.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/layers/menu.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { exportJsonSchema, schemaUseQuery } from '#lib/client/team/schemas.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { downloadText } from './json-schema-panel.tsx';

type SchemasTableProps = {
  /** Undefined while they are not there. */
  schemas: readonly Schema[] | undefined;
  mayEdit: boolean;
  onRemove: (schema: Schema) => void;
};

/** The schemas in lines. */
export function SchemasTable({ schemas, mayEdit, onRemove }: SchemasTableProps) {
  return (
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
        {schemas === undefined
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
          : schemas.map((schema) => <SchemaLine key={schema.id} schema={schema} mayEdit={mayEdit} onRemove={() => onRemove(schema)} />)}
      </tbody>
    </Table>
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

'use client';

import { useQuery } from '@tanstack/react-query';
import { History, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { countOf, formatFullMoment, formatMoment } from '#components/shared/format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { schemaVersionsQuery } from '#lib/client/team/schemas.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { SchemaOutline } from './schema-outline.tsx';

/** What a version did to the fields of the one before, in words. */
function changeWords(schema: Schema, before: Schema | undefined): string {
  if (!before) return 'First version';
  const old = new Map(before.fields.map((field) => [field.name, JSON.stringify(field)]));
  const names = new Set(schema.fields.map(({ name }) => name));
  const added = schema.fields.filter(({ name }) => !old.has(name)).map(({ label, name }) => label || name);
  const removed = before.fields.filter(({ name }) => !names.has(name)).map(({ label, name }) => label || name);
  const changed = schema.fields.filter((field) => old.has(field.name) && old.get(field.name) !== JSON.stringify(field));
  const parts = [
    added.length && `added ${added.slice(0, 3).join(', ')}${added.length > 3 ? ` and ${added.length - 3} more` : ''}`,
    removed.length && `removed ${removed.slice(0, 3).join(', ')}${removed.length > 3 ? ` and ${removed.length - 3} more` : ''}`,
    changed.length && `changed ${countOf(changed.length, 'field')}`,
    JSON.stringify(schema.rules) !== JSON.stringify(before.rules) && 'changed the rules',
  ].filter((part) => typeof part === 'string');
  const words = parts.join('; ') || 'Order or description';
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Every version: look at one, take one back. */
export function SchemaVersions({
  schemaId,
  mayEdit,
  onRestore,
}: {
  schemaId: string;
  mayEdit: boolean;
  onRestore: (schema: Schema) => void;
}) {
  const versions = useQuery(schemaVersionsQuery(schemaId));
  const [shown, setShown] = useState<Schema | null>(null);
  const items = versions.data ?? [];
  const newest = items[0]?.version;
  if (versions.isError) {
    return (
      <Notice tone="bad" className="m-4" actions={<Button onPress={() => versions.refetch()}>Try again</Button>}>
        {errorMessage(versions.error)}
      </Notice>
    );
  }
  if (versions.isPending) {
    return (
      <div className="p-4">
        <Spinner label="Loading versions" />
      </div>
    );
  }
  const restore = (schema: Schema) => {
    setShown(null);
    onRestore(schema);
  };
  return (
    <div className="overflow-auto">
      <Table label="Versions">
        <thead>
          <tr>
            <HeadCell>Version</HeadCell>
            <HeadCell>Saved</HeadCell>
            <HeadCell>Fields</HeadCell>
            <HeadCell>What changed</HeadCell>
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {items.map((schema, index) => (
            <tr key={schema.version}>
              <BodyCell>
                <span className="inline-flex items-center gap-2">
                  {schema.version}
                  {schema.version === newest ? <Badge tone="accent">In use</Badge> : null}
                </span>
              </BodyCell>
              <BodyCell>
                <time dateTime={schema.updated_at} title={formatFullMoment(schema.updated_at)}>
                  {formatMoment(schema.updated_at)}
                </time>
              </BodyCell>
              <BodyCell>{schema.fields.length}</BodyCell>
              <BodyCell className="text-ink-muted">{changeWords(schema, items[index + 1])}</BodyCell>
              <BodyCell className="text-right">
                <Button
                  size="small"
                  icon={<History size={13} aria-hidden />}
                  onPress={() => setShown(schema)}
                  aria-label={`View version ${schema.version}`}
                >
                  View
                </Button>
              </BodyCell>
            </tr>
          ))}
        </tbody>
      </Table>
      {shown ? (
        <VersionDialog
          schema={shown}
          onClose={() => setShown(null)}
          onRestore={mayEdit && shown.version !== newest ? () => restore(shown) : null}
        />
      ) : null}
    </div>
  );
}

/** A version of a schema to read; `onRestore` is null where it cannot be restored. */
function VersionDialog({ schema, onClose, onRestore }: { schema: Schema; onClose: () => void; onRestore: (() => void) | null }) {
  return (
    <Dialog
      title={`${schema.name}, version ${schema.version}`}
      isOpen
      onClose={onClose}
      width="medium"
      footer={
        <>
          <Button size="large" onPress={onClose}>
            Close
          </Button>
          {onRestore ? (
            <Button size="large" variant="primary" icon={<RotateCcw size={14} aria-hidden />} onPress={onRestore}>
              Restore into the editor
            </Button>
          ) : null}
        </>
      }
    >
      <SchemaOutline schema={schema} />
    </Dialog>
  );
}

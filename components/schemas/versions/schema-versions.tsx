'use client';

import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useState } from 'react';
import { formatFullMoment, formatMoment } from '#components/shared/format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { schemaVersionsQuery } from '#lib/client/team/schemas.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { compareSchemas, type FieldChange } from '#lib/document/schemas/compare-schemas.ts';
import { VersionDialog } from './version-dialog.tsx';

/** The first names of a list. */
const someOf = (names: readonly string[]) => `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;

/** What a version did to the fields of the one before, in words. */
function changeWords(schema: Schema, before: Schema | undefined): string {
  if (!before) return 'First version';
  const { texts, fields, rules } = compareSchemas(before, schema);
  const labels = (kind: FieldChange['kind']) => fields.filter((change) => change.kind === kind).map(({ label }) => label);
  const [added, removed, changed] = [labels('added'), labels('removed'), labels('changed')];
  const parts = [
    added.length && `added ${someOf(added)}`,
    removed.length && `removed ${someOf(removed)}`,
    changed.length && `changed ${someOf(changed)}`,
    rules.length && 'changed the rules',
    texts.some(({ text }) => text === 'name') && `renamed from ${before.name}`,
  ].filter((part) => typeof part === 'string');
  const words = parts.join('; ') || 'Order or description';
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Every version: see what changed in it, take one back. */
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
            <HeadCell className="max-sm:hidden">Fields</HeadCell>
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
              <BodyCell className="max-sm:hidden">{schema.fields.length}</BodyCell>
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
          key={shown.version}
          schema={shown}
          versions={items}
          onClose={() => setShown(null)}
          onRestore={mayEdit && shown.version !== newest ? () => restore(shown) : null}
        />
      ) : null}
    </div>
  );
}

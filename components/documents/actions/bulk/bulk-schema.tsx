'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ComboBox } from '#components/ui/inputs/combo-box.tsx';
import { wakeDocumentChanges } from '#lib/client/documents/changes/use-document-changes.ts';
import { requestClassification } from '#lib/client/documents/classification.ts';
import { startExtraction } from '#lib/client/documents/document.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import { type BulkActionProps, isIn } from './bulk-decisions.tsx';
import { BulkDialog } from './bulk-dialog.tsx';

/** As the table of states says, see docs/document-states.md; the desk checks it again. */
const OPEN_TO_SCHEMAS = [
  'to_review',
  'indexed',
  'unclassified',
  'stacked',
  'failed',
  'unmapped',
  'received',
  'indexing',
  'classifying',
  'extracting',
] as const;
const OPEN_TO_KINDS = ['indexed', 'unclassified', 'received', 'indexing', 'classifying'] as const;

/** Chooses a schema for documents and extracts them with it. */
export function BulkSchema(props: BulkActionProps) {
  const schemas = useQuery(schemasQuery);
  const [schemaId, setSchemaId] = useState<string | null>(null);
  const [isMissing, setMissing] = useState(false);
  return (
    <BulkDialog
      {...props}
      title="Choose a schema"
      verb="Extract"
      past="sent for extraction"
      leaves={(document) => isIn(document, OPEN_TO_SCHEMAS)}
      onBegin={() => {
        setMissing(schemaId === null);
        return schemaId !== null;
      }}
      step={async ({ id }) => {
        await startExtraction(id, schemaId ?? '');
        wakeDocumentChanges();
        return undefined;
      }}
    >
      <ComboBox
        label="Schema"
        description="Confirmed and corrected values are kept where the schema has the same field."
        error={isMissing && schemaId === null ? 'Choose a schema.' : undefined}
        options={(schemas.data ?? []).map(({ id, name, description }) => ({ id, label: name, description }))}
        value={schemaId}
        onChange={setSchemaId}
        menuTrigger="focus"
        autoFocus
      />
      <p className="text-ink-muted text-sm">It cannot be undone.</p>
    </BulkDialog>
  );
}

/** Detects the kind of documents that have no schema. */
export function BulkDetectKind(props: BulkActionProps) {
  return (
    <BulkDialog
      {...props}
      title="Detect the kind of documents"
      verb="Detect kind of"
      past="queued for kind detection"
      leaves={(document) =>
        document.schema_id === null ? isIn(document, OPEN_TO_KINDS) : `It has the schema “${document.schema_name}” already.`
      }
      step={async ({ id }) => {
        await requestClassification(id);
        wakeDocumentChanges();
        return undefined;
      }}
    >
      <p className="text-ink-muted text-sm">It cannot be undone.</p>
    </BulkDialog>
  );
}

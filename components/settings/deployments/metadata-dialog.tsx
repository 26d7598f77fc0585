'use client';

import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { FormDialog } from '#components/ui/layers/form-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage, fieldErrors } from '#lib/client/http/error-message.ts';
import { useChangeDeployment } from '#lib/client/team/deployments.ts';
import type { Deployment } from '#lib/contract/desk/deployment.ts';
import type { MetadataEntry } from '#lib/contract/desk/deployment-metadata.ts';
import { fillMetadata, type MetadataFacts } from '#lib/document/values/fill-metadata.ts';
import { MetadataLine } from './metadata-line.tsx';

const MOST = 30;
/** Nothing about people: that is chosen one by one. */
const USUAL: MetadataEntry[] = [
  { name: 'name', source: 'document_name', text: '' },
  { name: 'schema', source: 'schema_name', text: '' },
];

type Line = MetadataEntry & { key: number };

/** Says what goes with every document to a deployment, beside an example of it. */
export function MetadataDialog({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const change = useChangeDeployment();
  const [lines, setLines] = useState<Line[]>(() => (deployment.metadata ?? []).map((entry, key) => ({ ...entry, key })));
  const [nextKey, setNextKey] = useState(MOST);
  const wrong = fieldErrors(change.error);
  const hasPlace = Object.keys(wrong).some((pointer) => /^\/metadata\/\d+\/(name|text)$/.test(pointer));
  const add = (entries: MetadataEntry[]) => {
    setLines([...lines, ...entries.map((entry, at) => ({ ...entry, key: nextKey + at }))]);
    setNextKey(nextKey + entries.length);
  };
  const submit = () => {
    const metadata = lines.map(({ name, source, text }) => ({ name, source, text: source === 'text' || source === 'tags' ? text : '' }));
    change.mutate({ id: deployment.id, metadata }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={`Metadata for “${deployment.name}”`}
      isOpen
      onClose={onClose}
      width="medium"
      submitLabel="Save"
      onSubmit={submit}
      isPending={change.isPending}
    >
      <p className="text-ink-muted">
        These entries are sent with every new document, as a JSON object in the part “metadata”. Without entries, only the file is sent.
      </p>
      {change.isError && !hasPlace ? (
        <Notice tone="bad" title="Not saved">
          {errorMessage(change.error)}
        </Notice>
      ) : null}
      {lines.length > 0 ? (
        <ul className="flex flex-col gap-3" aria-label="Entries">
          {lines.map((line, at) => (
            <MetadataLine
              key={line.key}
              number={at + 1}
              entry={line}
              error={wrong[`/metadata/${at}/name`] ?? wrong[`/metadata/${at}/text`]}
              onChange={(entry) => setLines(lines.map((one) => (one.key === line.key ? { ...entry, key: one.key } : one)))}
              onRemove={() => setLines(lines.filter((one) => one.key !== line.key))}
            />
          ))}
        </ul>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          icon={<Plus size={14} aria-hidden />}
          isDisabled={lines.length >= MOST}
          onPress={() => add([{ name: '', source: 'text', text: '' }])}
        >
          Add an entry
        </Button>
        {lines.length === 0 ? <Button onPress={() => add(USUAL)}>Use the usual entries</Button> : null}
      </div>
      <Example lines={lines} deployment={deployment} />
    </FormDialog>
  );
}

function Example({ lines, deployment }: { lines: Line[]; deployment: Deployment }) {
  const title = useId();
  const mapping = deployment.mappings.find(({ schema_name }) => schema_name !== null);
  const facts: MetadataFacts = {
    document_name: 'invoice-118.pdf',
    folder: '2026/march',
    document_id: '0199c1f2-7a51-7c3e-9d40-5b1f6a2e8c07',
    schema_name: mapping?.schema_name ?? 'Invoice',
    schema_id: mapping?.remote_schema_id ?? 'invoice-7',
    submitter_name: 'Alex Kim',
  };
  const filled = fillMetadata(
    lines.map((line) => ({ ...line, name: line.name.trim() || '…' })),
    facts,
  );
  return (
    <section aria-labelledby={title}>
      <h3 id={title} className="mb-1.5 font-semibold text-sm">
        Example
      </h3>
      <pre className="whitespace-pre-wrap break-words rounded-md border bg-canvas p-3 font-mono text-xs" aria-live="polite">
        {filled ? JSON.stringify(filled, null, 2) : 'Only the file is sent.'}
      </pre>
    </section>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { ComboBox } from '#components/ui/inputs/combo-box.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { documentsQuery } from '#lib/client/documents/documents.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useRemoveMapping, useSaveMapping } from '#lib/client/team/deployments.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import type { Deployment, SchemaLearning, SchemaMapping } from '#lib/contract/desk/deployment.ts';

const LEARN = 'learn';

/** Tells under which ids a deployment knows the desk's schemas, or has the fields of one of its own learned. */
export function MappingsDialog({ deployment, onClose }: { deployment: Deployment; onClose: () => void }) {
  const remove = useRemoveMapping(deployment.id);
  const again = useSaveMapping(deployment.id);
  return (
    <Dialog title={`Schema mappings of “${deployment.name}”`} isOpen onClose={onClose} width="medium">
      <p className="mb-3 text-ink-muted">
        The service uses its own schema ids. Map each id to a schema of this desk. Another Countersign service needs no mapping.
      </p>
      {remove.isError ? <Notice tone="bad">{errorMessage(remove.error)}</Notice> : null}
      {again.isError ? <Notice tone="bad">{errorMessage(again.error)}</Notice> : null}
      {deployment.mappings.length > 0 ? (
        <ul className="mb-5 divide-y rounded-md border" aria-label="Mapped schemas">
          {deployment.mappings.map((mapping) => (
            <MappingLine
              key={mapping.remote_schema_id}
              mapping={mapping}
              isAsking={again.isPending}
              onAgain={({ name, document_id }) => again.mutate({ remote_schema_id: mapping.remote_schema_id, name, document_id })}
              onRemove={() => remove.mutate(mapping.remote_schema_id)}
            />
          ))}
        </ul>
      ) : null}
      <NewMappingForm deployment={deployment} />
    </Dialog>
  );
}

type MappingLineProps = {
  mapping: SchemaMapping;
  isAsking: boolean;
  /** Has the fields learned once more, from the same document. */
  onAgain: (learning: SchemaLearning) => void;
  onRemove: () => void;
};

function MappingLine({ mapping, isAsking, onAgain, onRemove }: MappingLineProps) {
  const { learning } = mapping;
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <code className="min-w-0 flex-1 break-all font-mono text-xs">{mapping.remote_schema_id}</code>
      <span className="min-w-0 flex-1">
        {learning?.failure ? (
          <span className="text-bad text-xs">
            “{learning.name}” could not be learned: {learning.failure.message}
          </span>
        ) : learning ? (
          <span role="status" className="flex items-center gap-2 text-ink-muted">
            <Spinner size={14} /> Learning “{learning.name}” …
          </span>
        ) : (
          (mapping.schema_name ?? <Badge>Gone</Badge>)
        )}
      </span>
      {learning?.failure ? (
        <Button
          size="small"
          isPending={isAsking}
          aria-label={`Learn the fields of ${mapping.remote_schema_id} again`}
          onPress={() => onAgain(learning)}
        >
          Try again
        </Button>
      ) : null}
      <IconButton size="small" label={`Remove ${mapping.remote_schema_id}`} icon={<Trash2 size={14} aria-hidden />} onPress={onRemove} />
    </li>
  );
}

function NewMappingForm({ deployment }: { deployment: Deployment }) {
  const form = useId();
  const save = useSaveMapping(deployment.id);
  const schemas = useQuery(schemasQuery);
  const [remoteId, setRemoteId] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const [documentId, setDocumentId] = useState<string | null>(null);
  const isLearning = chosen === LEARN;
  const read = useQuery({
    ...documentsQuery({ state: ['indexed', 'to_review', 'failed'], page: 1, page_size: 100, sort: 'created_at', order: 'desc' }),
    enabled: isLearning,
  });
  const options = [
    { id: LEARN, label: 'Learn the fields from a document', description: 'Creates a schema from the first response' },
    ...(schemas.data ?? []).map((schema) => ({ id: schema.id, label: schema.name, description: schema.description })),
  ];
  const isComplete = remoteId.trim() !== '' && chosen !== null && (!isLearning || (name.trim() !== '' && documentId !== null));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || save.isPending) return;
    const remote_schema_id = remoteId.trim();
    const body = isLearning ? { remote_schema_id, name: name.trim(), document_id: documentId! } : { remote_schema_id, schema_id: chosen };
    save.mutate(body, {
      onSuccess: () => {
        setRemoteId('');
        setChosen(null);
        setName('');
      },
    });
  };
  return (
    <form id={form} onSubmit={submit} className="flex flex-col gap-4">
      {save.isError ? <Notice tone="bad">{errorMessage(save.error)}</Notice> : null}
      <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
        <TextField label="Schema id at the service" value={remoteId} onChange={setRemoteId} maxLength={500} />
        <ComboBox label="Schema of the desk" options={options} value={chosen} onChange={setChosen} menuTrigger="focus" />
      </div>
      {isLearning ? (
        <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
          <TextField label="Name of the new schema" value={name} onChange={setName} maxLength={120} />
          <ComboBox
            label="Learn from"
            description="Runs one job on it. Check the new schema afterwards."
            options={(read.data?.items ?? []).map((document) => ({ id: document.id, label: document.name }))}
            value={documentId}
            onChange={setDocumentId}
            menuTrigger="focus"
          />
        </div>
      ) : null}
      <Button type="submit" variant="primary" className="self-start" isDisabled={!isComplete} isPending={save.isPending}>
        {isLearning ? 'Learn' : 'Add'}
      </Button>
    </form>
  );
}

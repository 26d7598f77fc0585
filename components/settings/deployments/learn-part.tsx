'use client';

import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { ComboBox } from '#components/ui/inputs/combo-box.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { documentsQuery } from '#lib/client/documents/documents.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useRemoveMapping, useSaveMapping } from '#lib/client/team/deployments.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import type { Deployment, SchemaLearning, SchemaMapping } from '#lib/contract/desk/deployment.ts';

/** Has the desk learn a schema that only a deployment knows, and lists the ids that no schema of the desk has. */
export function LearnPart({ deployment }: { deployment: Deployment }) {
  const schemas = useQuery(schemasQuery);
  const remove = useRemoveMapping(deployment.id);
  const again = useSaveMapping(deployment.id);
  // of the others the lines above tell
  const rest = deployment.mappings.filter(({ schema_id }) => schemas.isSuccess && !schemas.data.some(({ id }) => id === schema_id));
  return (
    <section className="mt-2 border-t pt-4" aria-label="A schema that only the service has">
      <h3 className="font-medium">A schema that only the service has</h3>
      <p className="mb-3 text-ink-muted">
        The desk can make a schema from the fields that the service returns for one of its documents. Check the new schema afterwards.
      </p>
      {remove.isError ? <Notice tone="bad">{errorMessage(remove.error)}</Notice> : null}
      {again.isError ? <Notice tone="bad">{errorMessage(again.error)}</Notice> : null}
      {rest.length > 0 ? (
        <ul className="mb-4 divide-y rounded-md border" aria-label="Other IDs">
          {rest.map((mapping) => (
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
      <LearnForm deployment={deployment} />
    </section>
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
          <span className="flex items-center gap-2">
            {mapping.schema_name} <Badge>Removed</Badge>
          </span>
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

function LearnForm({ deployment }: { deployment: Deployment }) {
  const save = useSaveMapping(deployment.id);
  const [remoteId, setRemoteId] = useState('');
  const [name, setName] = useState('');
  const [documentId, setDocumentId] = useState<string | null>(null);
  const read = useQuery(
    documentsQuery({ state: ['indexed', 'to_review', 'failed'], page: 1, page_size: 100, sort: 'created_at', order: 'desc' }),
  );
  const isComplete = remoteId.trim() !== '' && name.trim() !== '' && documentId !== null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete || save.isPending) return;
    save.mutate(
      { remote_schema_id: remoteId.trim(), name: name.trim(), document_id: documentId },
      {
        onSuccess: () => {
          setRemoteId('');
          setName('');
        },
      },
    );
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      {save.isError ? <Notice tone="bad">{errorMessage(save.error)}</Notice> : null}
      <div className="grid grid-cols-3 gap-3 max-md:grid-cols-1">
        <TextField label="Schema ID at the service" value={remoteId} onChange={setRemoteId} maxLength={500} inputClassName="font-mono" />
        <TextField label="Name of the new schema" value={name} onChange={setName} maxLength={120} />
        <ComboBox
          label="Learn from"
          options={(read.data?.items ?? []).map((document) => ({ id: document.id, label: document.name }))}
          value={documentId}
          onChange={setDocumentId}
          menuTrigger="focus"
        />
      </div>
      <Button type="submit" className="self-start" isDisabled={!isComplete} isPending={save.isPending}>
        Learn the fields
      </Button>
    </form>
  );
}

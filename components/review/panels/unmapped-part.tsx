'use client';

import { useState } from 'react';
import { useMay } from '#components/shared/current-user.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useSaveMapping, useTryMapping } from '#lib/client/team/deployments.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';

/** Asks for the id that a document's schema has at its deployment; with it this document and all that wait for it go on. */
export function UnmappedPart({ detail }: { detail: DeskDocumentDetail }) {
  const { document, deployment, refused_id: refused, is_sent: isSent } = detail;
  const isAdmin = useMay('admin');
  const save = useSaveMapping(deployment?.id ?? '');
  const attempt = useTryMapping(deployment?.id ?? '');
  const [id, setId] = useState('');
  const [there, schema] = [`“${deployment?.name}”`, `“${document.schema_name}”`];
  const schemaId = document.schema_id;
  return (
    <div className="max-w-110 space-y-4 p-5">
      <Notice tone="warn" title="Schema ID needed">
        {refused?.message ??
          (schemaId
            ? `${there} knows schemas by IDs of its own and needs the one for ${schema} before it can extract this document.`
            : `${there} knows schemas by IDs of its own. It needs at least one before documents can be sent there.`)}{' '}
        {isSent ? 'The document is there already; the file is not sent again.' : 'The file has not been sent.'}
      </Notice>
      {isAdmin && schemaId ? (
        <form
          className="space-y-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (id.trim() === '') return;
            attempt.reset();
            save.mutate({ remote_schema_id: id, schema_id: schemaId, replace: true });
          }}
        >
          <TextField
            label={`ID of ${schema} at ${there}`}
            description="You find it in the documentation of the service, or ask its operator."
            value={id}
            onChange={setId}
            autoFocus
          />
          {(save.error ?? attempt.error) ? <Notice tone="bad">{errorMessage(save.error ?? attempt.error)}</Notice> : null}
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" type="submit" isDisabled={id.trim() === ''} isPending={save.isPending}>
              Save and continue
            </Button>
            <Button
              isDisabled={id.trim() === ''}
              isPending={attempt.isPending}
              onPress={() => {
                save.reset();
                attempt.mutate({ remote_schema_id: id, document_id: document.id });
              }}
            >
              Try it with this document only
            </Button>
          </div>
        </form>
      ) : (
        <NextStep deploymentId={isAdmin ? deployment?.id : undefined} />
      )}
    </div>
  );
}

/** Where an id is entered for a document whose schema is not chosen; others are told who can. */
function NextStep({ deploymentId }: { deploymentId: string | undefined }) {
  if (deploymentId === undefined) return <p className="text-ink-muted">An admin can enter it in Settings, Deployments.</p>;
  return <LinkButton href={`/settings/deployments?ids=${encodeURIComponent(deploymentId)}`}>Enter schema IDs</LinkButton>;
}

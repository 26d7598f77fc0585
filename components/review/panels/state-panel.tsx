'use client';

import { useState } from 'react';
import { SchemaChooser } from '#components/shared/documents/schema-chooser.tsx';
import { SplitState } from '#components/shared/splitting/split-state.tsx';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { useGivePassword, useRetryDocument } from '#lib/client/documents/document.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { DeskDocument, DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { DetectKindButton } from '../pages/detect-kind-button.tsx';
import { KindPart } from './kind-part.tsx';
import { SentWith } from './sent-with.tsx';
import { ServiceNote } from './service-note.tsx';
import { UnmappedPart } from './unmapped-part.tsx';

function PasswordForm({ document }: { document: DeskDocument }) {
  const give = useGivePassword(document.id);
  const [password, setPassword] = useState('');
  return (
    <form
      className="space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        give.mutate(password);
      }}
    >
      <TextField
        label="Password of the file"
        type="password"
        value={password}
        onChange={setPassword}
        description="Stored encrypted until the file has been read, then deleted."
        autoFocus
      />
      {give.error ? <Notice tone="bad">{errorMessage(give.error)}</Notice> : null}
      <Button variant="primary" type="submit" isDisabled={password === ''} isPending={give.isPending}>
        Open
      </Button>
    </form>
  );
}

/** What happens to a document that has no fields to review yet, or what went wrong and what can be done. */
export function StatePanel({ detail, canEdit }: { detail: DeskDocumentDetail; canEdit: boolean }) {
  const { document } = detail;
  const retry = useRetryDocument(document.id);
  const { state, failure, pages_read: read, page_count: count } = document;
  if (state === 'failed') {
    const asksPassword = failure?.code === 'password_required' || failure?.code === 'password_wrong';
    return (
      <div className="space-y-4 p-5">
        <Notice
          tone={asksPassword ? 'warn' : 'bad'}
          title={asksPassword ? 'This file is protected' : 'This document could not be processed'}
        >
          {failure?.message ?? 'The service gave no reason.'}
        </Notice>
        <ServiceNote detail={detail} />
        <SentWith metadata={detail.metadata} />
        {canEdit && asksPassword ? <PasswordForm document={document} /> : null}
        {canEdit && !asksPassword ? (
          <Button isPending={retry.isPending} onPress={() => retry.mutate(undefined)}>
            Try again
          </Button>
        ) : null}
        {retry.error ? <Notice tone="bad">{errorMessage(retry.error)}</Notice> : null}
      </div>
    );
  }
  if (state === 'unmapped') return <UnmappedPart detail={detail} />;
  if (state === 'stacked' || state === 'split') return <SplitState document={document} canEdit={canEdit} />;
  if (state === 'indexed') {
    return (
      <div className="max-w-90 space-y-4 p-5">
        <p className="text-ink-muted">The document has been read. Choose a schema to extract its values.</p>
        {canEdit ? <SchemaChooser document={document} label="Schema" /> : null}
        {canEdit ? <DetectKindButton documentId={document.id} /> : null}
      </div>
    );
  }
  if (state === 'unclassified') return <KindPart document={document} canEdit={canEdit} />;
  const { deployment } = detail;
  const there = deployment && !deployment.embedded ? ` at “${deployment.name}”` : '';
  const words = {
    received: there ? `Waiting for “${deployment?.name}” …` : 'Waiting for the document service …',
    indexing: `Reading ${read > 0 ? `page ${read}${count ? ` of ${count}` : ''}` : 'the document'}${there} …`,
    classifying: 'Detecting the document kind …',
    extracting: `Extracting the fields${there} …`,
  } as Record<string, string>;
  return (
    <div className="space-y-3 p-5">
      <p role="status">{words[state] ?? 'Working …'}</p>
      <ProgressBar label="Progress" value={state === 'indexing' && count ? read / count : null} />
      <ServiceNote detail={detail} />
      {detail.metadata ? (
        <p>
          <SentWith metadata={detail.metadata} />
        </p>
      ) : null}
      {document.trouble ? (
        <Notice tone="warn" title={`${deployment ? `“${deployment.name}”` : 'The document service'} is not responding properly`}>
          {document.trouble.message} Tried {document.trouble.attempts === 1 ? 'once' : `${document.trouble.attempts} times`}; it is tried
          again at {new Date(document.trouble.next_at).toLocaleTimeString()}.
        </Notice>
      ) : null}
      <p className="text-ink-faint text-xs">You can leave this page; the work continues.</p>
    </div>
  );
}

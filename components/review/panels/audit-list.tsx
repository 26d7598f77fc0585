'use client';

import { useQuery } from '@tanstack/react-query';
import { changedParts, detailWords, eventWords, valueWords } from '#components/shared/audit-words.ts';
import { formatDayAndTime, formatFullMoment } from '#components/shared/format.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { documentAuditQuery } from '#lib/client/team/audit.ts';
import type { AuditEntry } from '#lib/contract/desk/audit-entry.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';

const said = (value: unknown) => (value === null || value === undefined || value === '' ? 'nothing' : valueWords(value));

function Entry({ entry, schema }: { entry: AuditEntry; schema: Schema | null }) {
  const isComment = entry.event.startsWith('comment.');
  const changed = !isComment && (entry.old_value !== null || entry.new_value !== null);
  const { before, after } = changedParts(entry.old_value, entry.new_value);
  const more = detailWords(entry.detail);
  return (
    <li className="border-b py-2">
      <p className="text-xs">
        <span className="font-medium">{eventWords(entry.event)}</span>
        {entry.pointer ? (
          <span className="ml-1.5 text-ink-muted" title={entry.pointer}>
            {labelOf(schema, entry.pointer)}
          </span>
        ) : null}
      </p>
      {changed ? (
        <p className="break-words text-xs">
          {said(before) === said(after) ? null : (
            <>
              <del className="text-ink-faint">{said(before)}</del> {'→ '}
            </>
          )}
          <ins className="no-underline">{said(after)}</ins>
        </p>
      ) : null}
      {isComment ? <p className="whitespace-pre-wrap break-words text-xs">{said(entry.new_value ?? entry.old_value)}</p> : null}
      {more ? <p className="break-words text-ink-muted text-xs">{more}</p> : null}
      <p className="text-2xs text-ink-faint">
        {entry.actor?.name ?? 'Countersign'} ·{' '}
        <time dateTime={entry.at} title={formatFullMoment(entry.at)}>
          {formatDayAndTime(entry.at)}
        </time>
      </p>
    </li>
  );
}

/** Everything that happened to the document, newest first. */
export function AuditList({ documentId, schema }: { documentId: string; schema: Schema | null }) {
  const audit = useQuery(documentAuditQuery(documentId));
  return (
    <>
      {audit.isPending ? <Spinner size={18} /> : null}
      {audit.error ? <Notice tone="bad">{errorMessage(audit.error)}</Notice> : null}
      <ol>
        {audit.data?.items.map((entry) => (
          <Entry key={entry.id} entry={entry} schema={schema} />
        ))}
      </ol>
    </>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { CornerLeftUp, Paperclip } from 'lucide-react';
import Link from 'next/link';
import { StateBadge } from '#components/documents/document-state.tsx';
import { formatBytes } from '#components/documents/format.ts';
import { documentsQuery } from '#lib/client/documents.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk-document.ts';

const LINK = 'max-w-64 truncate rounded-sm font-medium hover:underline';

/** The way to the documents attached to this one, and to the one it was attached to. */
export function AttachmentStrip({ detail: { document, attachments } }: { detail: DeskDocumentDetail }) {
  const children = useQuery({
    ...documentsQuery({ parent_id: document.id, page_size: 200 }),
    enabled: attachments.some((each) => each.document_id !== null),
  });
  const stateOf = new Map(children.data?.items.map(({ id, state }) => [id, state]));
  return (
    <nav
      aria-label="Attachments"
      className="flex h-9 shrink-0 items-center gap-4 overflow-x-auto whitespace-nowrap border-b bg-surface px-4 text-xs"
    >
      {document.parent ? (
        <span className="flex items-center gap-1.5">
          <CornerLeftUp size={13} aria-hidden className="shrink-0 text-ink-faint" />
          <span className="text-ink-muted">Attached to</span>
          <Link href={`/documents/${document.parent.id}`} prefetch={false} className={LINK} title={document.parent.name}>
            <bdi>{document.parent.name}</bdi>
          </Link>
        </span>
      ) : null}
      {attachments.length > 0 ? (
        <>
          <span className="flex items-center gap-1.5 text-ink-muted">
            <Paperclip size={13} aria-hidden className="shrink-0 text-ink-faint" />
            Attachments ({attachments.length})
          </span>
          <ul className="flex items-center gap-4">
            {attachments.map(({ name, size, document_id: id }, index) => {
              const state = id === null ? undefined : stateOf.get(id);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a mail may bring the same name twice, and the order never changes
                <li key={index} className="flex items-center gap-1.5">
                  {id === null ? (
                    <span className="max-w-64 truncate text-ink-muted" title={name}>
                      <bdi>{name}</bdi>
                    </span>
                  ) : (
                    <Link href={`/documents/${id}`} prefetch={false} className={LINK} title={name}>
                      <bdi>{name}</bdi>
                    </Link>
                  )}
                  {state ? <StateBadge state={state} /> : <span className="text-ink-faint">{formatBytes(size)}</span>}
                </li>
              );
            })}
          </ul>
        </>
      ) : null}
    </nav>
  );
}

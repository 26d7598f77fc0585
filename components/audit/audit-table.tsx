'use client';

import { Filter } from 'lucide-react';
import { Link } from 'react-aria-components';
import { changedParts, detailWords, eventWords, valueWords } from '#components/shared/audit-words.ts';
import { formatFullMoment, formatMoment } from '#components/shared/format.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import type { AuditEntry } from '#lib/contract/desk/audit-entry.ts';
import { actorName } from '#lib/document/review/actor-name.ts';

/** Entries of the trail, one a line; on a narrow screen who, document and change stand below what was done. */
export function AuditTable({ items, onDocument }: { items: readonly AuditEntry[]; onDocument: (id: string) => void }) {
  return (
    <Table label="Audit trail">
      <thead>
        <tr>
          <HeadCell>When</HeadCell>
          <HeadCell className="max-md:hidden">Who</HeadCell>
          <HeadCell>What</HeadCell>
          <HeadCell className="max-md:hidden">Document</HeadCell>
          <HeadCell className="max-md:hidden">Old → new</HeadCell>
          <HeadCell className="max-lg:hidden">From</HeadCell>
        </tr>
      </thead>
      <tbody>
        {items.map((entry) => (
          <tr key={entry.id} className="group">
            <BodyCell className="whitespace-nowrap text-ink-muted max-md:py-2 max-md:align-top">
              <time dateTime={entry.at} title={formatFullMoment(entry.at)}>
                {formatMoment(entry.at)}
              </time>
            </BodyCell>
            <BodyCell className="whitespace-nowrap max-md:hidden">
              <Actor entry={entry} />
            </BodyCell>
            <BodyCell className="whitespace-nowrap max-md:w-full max-md:max-w-0 max-md:py-2 max-md:pl-0">
              {eventWords(entry.event)}
              <span className="text-ink-muted text-xs md:hidden">
                {' · '}
                <Actor entry={entry} />
              </span>
              <div className="text-xs md:hidden">
                {entry.document_id ? <DocumentCell entry={entry} onDocument={onDocument} /> : null}
                <Change entry={entry} />
              </div>
            </BodyCell>
            <BodyCell className="max-w-56 max-md:hidden">
              {entry.document_id ? <DocumentCell entry={entry} onDocument={onDocument} /> : null}
            </BodyCell>
            <BodyCell className="w-full max-w-0 max-md:hidden">
              <Change entry={entry} />
            </BodyCell>
            <BodyCell className="whitespace-nowrap text-ink-muted text-xs max-lg:hidden">
              {entry.origin?.address ? (
                <span title={entry.origin.session ? `Session ${entry.origin.session}` : undefined}>{entry.origin.address}</span>
              ) : (
                <span className="text-ink-faint">–</span>
              )}
            </BodyCell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Actor({ entry }: { entry: AuditEntry }) {
  return entry.actor ? entry.actor.name : <span className="text-ink-muted">{actorName(entry)}</span>;
}

function DocumentCell({ entry, onDocument }: { entry: AuditEntry; onDocument: (id: string) => void }) {
  const { document_id: id, document_name: name } = entry;
  if (!id) return null;
  return (
    <span className="flex items-center gap-1">
      {name === null ? (
        <span className="truncate text-ink-muted" title={id}>
          removed {id.slice(-6)}
        </span>
      ) : (
        <Link href={`/documents/${id}`} className="truncate rounded-sm underline decoration-line-strong underline-offset-2">
          <bdi>{name}</bdi>
        </Link>
      )}
      <IconButton
        label="Show only this document"
        icon={<Filter size={12} aria-hidden />}
        onPress={() => onDocument(id)}
        className="opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
      />
    </span>
  );
}

function Change({ entry }: { entry: AuditEntry }) {
  const { pointer, field_label, old_value, new_value, detail } = entry;
  const rest = detailWords(detail);
  if (pointer === null && old_value === null && new_value === null) {
    return (
      <span className="block truncate text-ink-muted" title={rest}>
        {rest}
      </span>
    );
  }
  const { before, after } = changedParts(old_value, new_value);
  const words = `${valueWords(before)} → ${valueWords(after)}`;
  return (
    <span className="block truncate" title={[field_label ?? pointer, words, rest].filter(Boolean).join(' · ')}>
      {pointer ? <span className="text-ink-muted">{field_label ?? pointer}: </span> : null}
      <span className="text-ink-muted">{valueWords(before)} →</span> {valueWords(after)}
      {rest ? <span className="text-ink-faint"> · {rest}</span> : null}
    </span>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, ScrollText } from 'lucide-react';
import { parseAsInteger, parseAsString, useQueryStates } from 'nuqs';
import { useState } from 'react';
import { Link } from 'react-aria-components';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { SearchField } from '#components/ui/search-field.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import { auditQuery } from '#lib/client/audit.ts';
import { errorMessage } from '#lib/client/error-message.ts';
import type { AuditEntry } from '#lib/contract/desk-document.ts';
import { formatFullMoment, formatMoment } from '../documents/format.ts';
import { useMay } from './current-user.ts';

/** Said by the document's link, or of no use to a reader. */
const HIDDEN = new Set(['name', 'sha256', 'schema_id']);

/** `value.corrected` → `Value corrected`. */
function eventWords(event: string): string {
  const words = event.replaceAll(/[._]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function show(value: unknown): string {
  if (value === null || value === undefined) return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function Detail({ entry }: { entry: AuditEntry }) {
  const { detail, pointer, old_value, new_value } = entry;
  if (pointer) {
    return (
      <span>
        <code className="font-mono text-xs">{pointer}</code> <span className="text-ink-muted">{show(old_value)} →</span> {show(new_value)}
      </span>
    );
  }
  const parts = Object.entries(detail)
    .filter(([key]) => !HIDDEN.has(key))
    .map(([key, value]) => `${key.replaceAll('_', ' ')}: ${show(value)}`);
  return <span className="text-ink-muted">{parts.join(' · ')}</span>;
}

/** What was done on the desk, by whom and when. */
export function AuditScreen() {
  const isAdmin = useMay('admin');
  const [{ page, q }, setState] = useQueryStates({ page: parseAsInteger.withDefault(1), q: parseAsString.withDefault('') });
  const [text, setText] = useState(q);
  const audit = useQuery({ ...auditQuery({ page, q }), enabled: isAdmin });
  if (!isAdmin) return <EmptyState title="The audit trail is for admins">Each document shows its own history to everyone.</EmptyState>;
  const items = audit.data?.items ?? [];
  const total = audit.data?.total ?? 0;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-3 px-3 pt-3 pb-2">
        <h1 className="font-semibold text-lg">Audit</h1>
        <SearchField
          aria-label="Search the audit trail"
          placeholder="Search, then Enter"
          value={text}
          onChange={setText}
          onSubmit={(value) => void setState({ q: value.trim(), page: 1 })}
          onClear={() => void setState({ q: '', page: 1 })}
          className="w-64"
        />
        {audit.isFetching ? <Spinner size={14} label="Loading" /> : null}
      </div>
      <div className="min-h-0 flex-1 overflow-auto border-t bg-surface">
        {audit.isError ? (
          <EmptyState title="The audit trail cannot be shown" actions={<Button onPress={() => audit.refetch()}>Try again</Button>}>
            {errorMessage(audit.error)}
          </EmptyState>
        ) : audit.data && items.length === 0 ? (
          <EmptyState icon={<ScrollText size={20} aria-hidden />} title="Nothing here">
            {q ? 'Nothing fits this search.' : 'Whatever is done on this desk will be listed here.'}
          </EmptyState>
        ) : (
          <Table label="Audit trail">
            <thead>
              <tr>
                <HeadCell>When</HeadCell>
                <HeadCell>Who</HeadCell>
                <HeadCell>What</HeadCell>
                <HeadCell>Document</HeadCell>
                <HeadCell>Detail</HeadCell>
              </tr>
            </thead>
            <tbody>
              {items.map((entry) => (
                <tr key={entry.id}>
                  <BodyCell className="whitespace-nowrap text-ink-muted">
                    <time dateTime={entry.at} title={formatFullMoment(entry.at)}>
                      {formatMoment(entry.at)}
                    </time>
                  </BodyCell>
                  <BodyCell className="whitespace-nowrap">{entry.actor?.name ?? 'Countersign'}</BodyCell>
                  <BodyCell className="whitespace-nowrap">{eventWords(entry.event)}</BodyCell>
                  <BodyCell className="max-w-52 truncate">
                    {entry.document_id ? (
                      <Link
                        href={`/documents/${entry.document_id}`}
                        className="rounded-sm underline decoration-line-strong underline-offset-2"
                      >
                        {show(entry.detail.name ?? 'Open')}
                      </Link>
                    ) : null}
                  </BodyCell>
                  <BodyCell className="w-full max-w-0">
                    <span className="block truncate" title={show(entry.detail)}>
                      <Detail entry={entry} />
                    </span>
                  </BodyCell>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </div>
      {total > 0 ? (
        <nav
          aria-label="Pages of the audit trail"
          className="flex h-10 shrink-0 items-center justify-end gap-1 border-t bg-surface px-3 text-ink-muted text-xs"
        >
          <span className="mr-auto">{total.toLocaleString('en')} entries</span>
          <IconButton
            label="Page before"
            icon={<ChevronLeft size={16} aria-hidden />}
            isDisabled={page <= 1}
            onPress={() => void setState({ page: page - 1 })}
          />
          <span>{page}</span>
          <IconButton
            label="Next page"
            icon={<ChevronRight size={16} aria-hidden />}
            isDisabled={items.length === 0}
            onPress={() => void setState({ page: page + 1 })}
          />
        </nav>
      ) : null}
    </div>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download, ScrollText } from 'lucide-react';
import { useMay } from '#components/shared/current-user.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Menu, MenuItem } from '#components/ui/layers/menu.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { auditExportUrl, auditQuery, useVerifyAudit } from '#lib/client/team/audit.ts';
import { AuditFilterBar, useAuditFilter } from './audit-filter.tsx';
import { AuditTable } from './audit-table.tsx';
import { Verdict, VerifyButton } from './verify-button.tsx';

const PAGE_SIZE = 100;

/** What was done on the desk: by whom, when, to what, from where. */
export function AuditScreen() {
  const isAdmin = useMay('admin');
  const filter = useAuditFilter();
  const { page } = filter.state;
  const audit = useQuery({ ...auditQuery({ ...filter.filter, page }), enabled: isAdmin });
  const verify = useVerifyAudit();
  if (!isAdmin) return <EmptyState title="Only admins can see the audit trail">You can still see the history of each document.</EmptyState>;
  const items = audit.data?.items ?? [];
  const total = audit.data?.total ?? 0;
  const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 pt-3 pb-2">
        <h1 className="font-semibold text-lg">Audit</h1>
        <AuditFilterBar filter={filter} />
        {audit.isFetching ? <Spinner size={14} label="Loading" /> : null}
        <div className="ml-auto flex items-center gap-2">
          <VerifyButton verify={verify} />
          <Menu label="Export these entries" trigger={<Button icon={<Download size={14} aria-hidden />}>Export</Button>}>
            <MenuItem label="CSV" description="For spreadsheets" href={auditExportUrl(filter.filter, 'csv')} download="" />
            <MenuItem
              label="JSON lines"
              description="With the hashes of the chain"
              href={auditExportUrl(filter.filter, 'jsonl')}
              download=""
            />
          </Menu>
        </div>
      </div>
      <Verdict verify={verify} />
      <div className="min-h-0 flex-1 overflow-auto border-t bg-surface">
        {audit.isError ? (
          <EmptyState title="The audit trail could not be loaded" actions={<Button onPress={() => audit.refetch()}>Try again</Button>}>
            {errorMessage(audit.error)}
          </EmptyState>
        ) : audit.data && items.length === 0 ? (
          <EmptyState icon={<ScrollText size={20} aria-hidden />} title="Nothing here">
            {filter.isFiltered ? 'No entries match this filter.' : 'Everything people do on this desk is recorded and listed here.'}
          </EmptyState>
        ) : (
          <AuditTable items={items} onDocument={(document_id) => filter.show({ document_id })} />
        )}
      </div>
      {total > 0 ? (
        <nav
          aria-label="Pages of the audit trail"
          className="flex h-10 shrink-0 items-center justify-end gap-1 border-t bg-surface px-3 text-ink-muted text-xs tabular-nums"
        >
          <span className="mr-auto">
            {total.toLocaleString('en')} {total === 1 ? 'entry' : 'entries'}
          </span>
          <IconButton
            label="Previous page"
            icon={<ChevronLeft size={16} aria-hidden />}
            isDisabled={page <= 1}
            onPress={() => filter.show({ page: page - 1 })}
          />
          <span>
            {page} / {last}
          </span>
          <IconButton
            label="Next page"
            icon={<ChevronRight size={16} aria-hidden />}
            isDisabled={page >= last}
            onPress={() => filter.show({ page: page + 1 })}
          />
        </nav>
      ) : null}
    </div>
  );
}

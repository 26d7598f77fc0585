'use client';

import { FilePlus2, ListChecks, ScanSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMay } from '#components/shared/current-user.ts';
import { LinkButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

/** The way to the first document. */
export function EmptyDesk() {
  const mayAdd = useMay('reviewer');
  return (
    <div className="rounded-md border bg-surface">
      <EmptyState
        icon={<FilePlus2 size={20} aria-hidden />}
        title="No documents yet"
        actions={
          mayAdd ? (
            <LinkButton variant="primary" size="large" icon={<FilePlus2 size={15} aria-hidden />} href="/documents">
              Add documents
            </LinkButton>
          ) : undefined
        }
      >
        {mayAdd ? 'Drop your own files, or try it with a sample.' : 'A reviewer can add the first ones.'}
      </EmptyState>
      <ol className="grid grid-cols-3 gap-4 border-t p-6 max-md:grid-cols-1">
        <Step icon={<ListChecks size={16} aria-hidden />} title="Choose a schema">
          It says which fields to find. There are some to begin with; yours take a few minutes.
        </Step>
        <Step icon={<FilePlus2 size={16} aria-hidden />} title="Drop files">
          PDF, scans, photos, mails, Office files. They are read and extracted while you watch.
        </Step>
        <Step icon={<ScanSearch size={16} aria-hidden />} title="Check and approve">
          Each value stands beside the page that it comes from. Later documents learn from what you approve.
        </Step>
      </ol>
    </div>
  );
}

function Step({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-0.5 shrink-0 text-accent">{icon}</span>
      <div>
        <p className="font-medium">{title}</p>
        <p className="text-ink-muted">{children}</p>
      </div>
    </li>
  );
}

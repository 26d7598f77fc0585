'use client';

import { CircleCheck } from 'lucide-react';
import Link from 'next/link';
import { countOf } from '#components/shared/format.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { SchemaTrial } from '#lib/contract/desk/deployment.ts';

/** What came of trying an id: the fields with their values, those without one, and what else came. */
export function TrialResult({ trial, schemaName }: { trial: SchemaTrial; schemaName: string }) {
  const { state, document, found, missing, extra, failure, trouble } = trial;
  const link = (
    <Link href={`/documents/${document.id}`} prefetch={false} className="rounded-sm text-accent hover:underline">
      <bdi>{document.name}</bdi>
    </Link>
  );
  if (state === 'running') {
    return (
      <p role="status" className="flex items-center gap-2 text-ink-muted text-xs">
        <Spinner size={14} />
        <span className="min-w-0 break-words">
          Trying it with {link}. {trouble ? `Delayed: ${trouble}` : 'This can take a few minutes; you may close this window meanwhile.'}
        </span>
      </p>
    );
  }
  if (state === 'failed') return <Notice tone="bad">{failure?.message ?? 'The trial failed.'}</Notice>;
  if (found.length === 0) {
    return (
      <Notice tone="warn" title={`No value came for any field of “${schemaName}”`}>
        The ID may be that of another schema. {extra.length > 0 ? `The response has: ${extra.join(', ')}.` : 'The response has no values.'}{' '}
        See {link}.
      </Notice>
    );
  }
  return (
    <div role="status" className="rounded-md bg-sunken p-3 text-xs">
      <p className="flex flex-wrap items-center gap-x-1.5">
        <CircleCheck size={14} aria-hidden className="text-ok" />
        <span className="font-medium">
          Works: {found.length} of {countOf(found.length + missing.length, 'field')} found in
        </span>
        {link}
      </p>
      <dl className="mt-2 grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-0.5">
        {found.map(({ name, label, text }) => (
          <div key={name} className="contents">
            <dt className="text-ink-muted">{label}</dt>
            <dd className="min-w-0 break-words">
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {missing.length > 0 ? <p className="mt-2 text-ink-muted">No value for: {missing.join(', ')}</p> : null}
      {extra.length > 0 ? <p className="mt-1 break-words text-ink-muted">Also in the response: {extra.join(', ')}</p> : null}
    </div>
  );
}

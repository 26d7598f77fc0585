'use client';

import { Eraser } from 'lucide-react';
import Link from 'next/link';
import { formatFullMoment, formatMoment } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import type { LearnedDocument } from '#lib/contract/desk/learned.ts';

type LearnedDocumentsProps = {
  label: string;
  documents: readonly LearnedDocument[];
  /** Null for people who may only look. */
  onForget: ((document: LearnedDocument) => void) | null;
};

/** Documents that a schema was taught, a line each; of what could not be learned with the reason. */
export function LearnedDocuments({ label, documents, onForget }: LearnedDocumentsProps) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          <HeadCell>Document</HeadCell>
          <HeadCell className="whitespace-nowrap max-md:hidden">Approved by</HeadCell>
          <HeadCell className="whitespace-nowrap max-md:hidden">Approved</HeadCell>
          <HeadCell className="whitespace-nowrap text-right max-md:hidden">Values learned</HeadCell>
          {onForget ? (
            <HeadCell>
              <span className="sr-only">Forget</span>
            </HeadCell>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {documents.map((document) => (
          <tr key={document.remote_id}>
            <BodyCell className={classNames('w-full max-w-0', document.problem ? 'py-1.5' : 'max-md:py-1.5')}>
              <DocumentName document={document} />
              {document.problem ? <span className="block text-bad text-xs">{document.problem}</span> : null}
              <span className="block truncate text-ink-muted text-xs md:hidden">
                {document.approved_by ?? 'Somebody'}
                {document.approved_at ? <>, {formatMoment(document.approved_at)}</> : null}
              </span>
            </BodyCell>
            <BodyCell className="whitespace-nowrap max-md:hidden">{document.approved_by ?? <Nothing />}</BodyCell>
            <BodyCell className="whitespace-nowrap text-ink-muted max-md:hidden">
              <Moment iso={document.approved_at} />
            </BodyCell>
            <BodyCell className="text-right tabular-nums max-md:hidden">
              {document.status === 'completed' ? document.value_count.toLocaleString('en') : <Nothing />}
            </BodyCell>
            {onForget ? (
              <BodyCell className="w-0 whitespace-nowrap">
                <Button
                  size="small"
                  icon={<Eraser size={13} aria-hidden />}
                  aria-label={`Forget this document: ${document.name}`}
                  onPress={() => onForget(document)}
                >
                  Forget
                </Button>
              </BodyCell>
            ) : null}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function DocumentName({ document }: { document: LearnedDocument }) {
  const name = <bdi>{document.name}</bdi>;
  if (document.document_id === null) {
    return (
      <span className="flex min-w-0 gap-1" title={document.imported ? 'Imported from another installation' : 'Taught by another program'}>
        <span className="truncate">{name}</span>{' '}
        <span className="shrink-0 text-ink-muted">· {document.imported ? 'imported' : 'from another program'}</span>
      </span>
    );
  }
  return (
    <Link
      href={`/documents/${document.document_id}`}
      prefetch={false}
      className="block w-fit max-w-full truncate rounded-sm font-medium hover:underline"
    >
      {name}
    </Link>
  );
}

function Moment({ iso }: { iso: string | null }) {
  if (iso === null) return <Nothing />;
  return (
    <time dateTime={iso} title={formatFullMoment(iso)}>
      {formatMoment(iso)}
    </time>
  );
}

function Nothing() {
  return <span className="text-ink-faint">–</span>;
}

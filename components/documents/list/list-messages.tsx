'use client';

import { FilePlus2, FileSearch, FlaskConical, FolderUp, Unplug } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';

/** Nothing here yet: how to begin. */
export function FirstDocuments({
  mayAdd,
  onAddFiles,
  onAddFolder,
  onSamples,
}: {
  mayAdd: boolean;
  onAddFiles: () => void;
  onAddFolder: () => void;
  onSamples: () => void;
}) {
  if (!mayAdd) {
    return (
      <EmptyState icon={<FilePlus2 size={20} aria-hidden />} title="No documents yet">
        Documents appear here as soon as a reviewer adds some.
      </EmptyState>
    );
  }
  return (
    <div className="mx-auto my-auto w-full max-w-170 p-6">
      <div className="rounded-lg border-2 border-line-strong border-dashed bg-surface px-6 py-12 text-center">
        <div className="mx-auto mb-4 flex size-12 items-center justify-center rounded-lg bg-selected text-accent">
          <FilePlus2 size={22} aria-hidden />
        </div>
        <h2 className="font-semibold text-xl">Drop documents here</h2>
        <p className="mt-1 text-ink-muted">Drop files or folders anywhere on this screen. You can also paste them.</p>
        <div className="mt-5 flex flex-wrap justify-center gap-2">
          <Button variant="primary" size="large" icon={<FilePlus2 size={15} aria-hidden />} onPress={onAddFiles}>
            Choose files
          </Button>
          <Button size="large" icon={<FolderUp size={15} aria-hidden />} onPress={onAddFolder}>
            Choose a folder
          </Button>
          <Button size="large" icon={<FlaskConical size={15} aria-hidden />} onPress={onSamples}>
            Try with samples
          </Button>
        </div>
      </div>
      <ol className="mt-6 grid gap-6 text-sm sm:grid-cols-3">
        {[
          ['Drop', 'The file is stored and its pages are read.'],
          ['Check', 'Each value is shown next to its source on the page. Uncertain values are flagged, with the reason.'],
          ['Approve', 'Export approved values as JSON, CSV or Excel.'],
        ].map(([title, words], index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="flex size-6 shrink-0 items-center justify-center rounded-full border font-medium text-ink-muted text-xs"
            >
              {index + 1}
            </span>
            <span>
              <span className="block font-medium">{title}</span>
              <span className="text-ink-muted">{words}</span>
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The filter leaves nothing. */
export function NothingMatches({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<FileSearch size={20} aria-hidden />}
      title="No matching documents"
      actions={<Button onPress={onClear}>Show all documents</Button>}
    >
      No documents match this search and these filters.
    </EmptyState>
  );
}

/** The list could not be had. */
export function ListFailed({ error, onRetry, isPending }: { error: unknown; onRetry: () => void; isPending: boolean }) {
  return (
    <EmptyState
      icon={<Unplug size={20} aria-hidden />}
      title="The list could not be loaded"
      actions={
        <Button variant="primary" onPress={onRetry} isPending={isPending}>
          Try again
        </Button>
      }
    >
      {errorMessage(error)}
    </EmptyState>
  );
}

/** Rows on their way. */
export function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading documents" className="pt-8">
      {Array.from({ length: 14 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey bars have no other identity
        <div key={index} className="flex h-9 items-center gap-6 border-b px-3">
          <Skeleton className="size-4 shrink-0" />
          <Skeleton className={index % 3 === 0 ? 'w-64' : index % 3 === 1 ? 'w-48' : 'w-80'} />
          <Skeleton className="ml-auto w-20" />
          <Skeleton className="w-24 max-md:hidden" />
          <Skeleton className="w-12 max-lg:hidden" />
        </div>
      ))}
    </div>
  );
}

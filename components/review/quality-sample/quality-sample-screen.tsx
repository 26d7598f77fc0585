'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { Splitter } from '#components/ui/splitter.tsx';
import { documentQuery } from '#lib/client/documents/document.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { PageViewer } from '../pages/page-viewer.tsx';
import { ReviewProvider } from '../session/review-context.ts';
import { SampledValue } from './sampled-value.tsx';
import { useReadOnlyReview } from './use-read-only-review.ts';
import { useVerdicts } from './use-verdicts.ts';

/** An approved document that was drawn for a quality sample: its pages, and each approved value to agree with or not. */
export function QualitySampleScreen({ documentId }: { documentId: string }) {
  const detail = useQuery(documentQuery(documentId));
  if (detail.error) {
    return (
      <EmptyState
        title="The document could not be loaded"
        actions={<LinkButton href="/queues?tab=quality-samples">All quality samples</LinkButton>}
      >
        {errorMessage(detail.error)}
      </EmptyState>
    );
  }
  if (!detail.data) {
    return (
      <div className="flex flex-1 items-center justify-center" role="status" aria-label="Loading the document">
        <Spinner size={22} />
      </div>
    );
  }
  return <QualitySample detail={detail.data} />;
}

function QualitySample({ detail }: { detail: DeskDocumentDetail }) {
  const { document } = detail;
  const { targets, verdicts, focused, setFocused, left, differences, judge, submit, isSaving } = useVerdicts(detail);
  useShortcuts('Quality sample', [
    { id: 'quality-sample.save', keys: ['Mod+Enter'], label: 'Save', whileTyping: true, isDisabled: left > 0, run: submit },
  ]);
  const review = useReadOnlyReview(detail, focused, setFocused);
  return (
    <ReviewProvider value={review}>
      <div className="flex min-h-0 flex-1 flex-col">
        <header className="flex min-h-12 shrink-0 items-center gap-3 border-b bg-surface px-3">
          <LinkButton href="/queues?tab=quality-samples" variant="quiet" size="small" icon={<ArrowLeft size={15} aria-hidden />}>
            Quality samples
          </LinkButton>
          <h1 className="min-w-0 truncate font-semibold text-base">
            <bdi>{document.name}</bdi>
          </h1>
          {detail.approval ? (
            <span className="truncate text-ink-muted text-xs max-md:hidden">approved by {detail.approval.actor.name}</span>
          ) : null}
          <span className="ml-auto whitespace-nowrap text-ink-muted text-xs tabular-nums" aria-live="polite">
            {left > 0 ? `${left} of ${targets.length} left to check` : differences === 0 ? 'No differences' : `${differences} different`}
          </span>
          <Button id="save-sample" variant="primary" isDisabled={left > 0} isPending={isSaving} onPress={submit}>
            Save
          </Button>
        </header>
        <Splitter
          label="Width of the pages"
          storageKey="countersign.review.split"
          initial={0.56}
          minimum={0.3}
          maximum={0.75}
          first={<PageViewer />}
          second={
            <section aria-label="Approved values" className="min-h-0 flex-1 overflow-auto bg-surface">
              <p className="border-b bg-canvas px-4 py-2 text-ink-muted text-xs">
                Compare each approved value with the page. This changes nothing in the document; differences are counted in the agreement
                table.
              </p>
              <ul>
                {targets.map((target) => (
                  <SampledValue
                    key={target.pointer}
                    target={target}
                    schema={detail.schema}
                    documentId={document.id}
                    verdict={verdicts.get(target.pointer) ?? null}
                    isFocused={focused === target.pointer}
                    onFocus={() => setFocused(target.pointer)}
                    onJudge={(verdict) => judge(target.pointer, verdict)}
                  />
                ))}
              </ul>
            </section>
          }
        />
      </div>
    </ReviewProvider>
  );
}

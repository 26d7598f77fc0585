'use client';

import { ArrowLeft } from 'lucide-react';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { Splitter } from '#components/ui/splitter.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useBeginSample } from '#lib/client/review/sample-check.ts';
import type { SampleCheck } from '#lib/contract/desk/quality-sample.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';
import { PageViewer } from '../pages/page-viewer.tsx';
import type { Target } from '../session/list-targets.ts';
import { ReviewProvider } from '../session/review-context.ts';
import { BlindValue } from './blind-value.tsx';
import { isWithheld } from './sample-work.ts';
import { SampledValue } from './sampled-value.tsx';
import { useSampleCheck } from './use-sample-check.ts';
import { DONE_BUTTON } from './use-sample-work.ts';

/** An approved document that was drawn for a quality sample: its pages, and its values to be entered before the approved ones are shown. */
export function QualitySampleScreen({ documentId }: { documentId: string }) {
  const begun = useBeginSample(documentId);
  if (begun.error) {
    return (
      <EmptyState
        title="The quality sample could not be opened"
        actions={<LinkButton href="/queues?tab=quality-samples">All quality samples</LinkButton>}
      >
        {errorMessage(begun.error)}
      </EmptyState>
    );
  }
  if (!begun.data) {
    return (
      <div className="flex flex-1 items-center justify-center" role="status" aria-label="Loading the document">
        <Spinner size={22} />
      </div>
    );
  }
  return <QualitySample begun={begun.data} />;
}

function QualitySample({ begun }: { begun: SampleCheck }) {
  const check = useSampleCheck(begun);
  const { detail, review, work, asked, left, finish, isSaving } = check;
  const word = work.differs ? 'Save' : 'Compare';
  useShortcuts('Quality sample', [
    { id: 'quality-sample.save', keys: ['Mod+Enter'], label: word, whileTyping: true, isDisabled: left > 0 || isSaving, run: finish },
  ]);
  return (
    <ReviewProvider value={review}>
      <div className="flex min-h-0 flex-1 flex-col">
        <header className="flex min-h-12 shrink-0 items-center gap-3 border-b bg-surface px-3">
          <LinkButton href="/queues?tab=quality-samples" variant="quiet" size="small" icon={<ArrowLeft size={15} aria-hidden />}>
            Quality samples
          </LinkButton>
          <h1 className="min-w-0 truncate font-semibold text-base">
            <bdi>{detail.document.name}</bdi>
          </h1>
          <span className="ml-auto whitespace-nowrap text-ink-muted text-xs tabular-nums" aria-live="polite">
            {progressWords(asked.length, left, work.differs !== null)}
          </span>
          <Button id={DONE_BUTTON} variant="primary" isDisabled={left > 0} isPending={isSaving} onPress={finish}>
            {word}
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
            <section aria-label="Values" className="flex min-h-0 flex-1 flex-col bg-surface">
              {/* above what scrolls: the first line that differs takes the focus, and would scroll it away */}
              {work.differs ? (
                <p className="shrink-0 border-b bg-canvas px-4 py-2 text-ink-muted text-xs">
                  {work.differs.size > 0
                    ? 'What you entered differs from these approved values. Look at the page once more: which is right?'
                    : 'These are the approved values. Compare each with the page.'}
                </p>
              ) : null}
              <div className="min-h-0 flex-1 overflow-auto">
                {work.differs ? null : (
                  <p className="border-b bg-canvas px-4 py-2 text-ink-muted text-xs">
                    Type each value as it stands on the page, or click it there. Enter on an empty line says that it is not there.
                    Afterwards your values are compared with the approved ones. This changes nothing in the document.
                  </p>
                )}
                <SampleLines check={check} />
              </div>
            </section>
          }
        />
      </div>
    </ReviewProvider>
  );
}

function SampleLines({ check }: { check: ReturnType<typeof useSampleCheck> }) {
  const { detail, work, asked, enterNothing, show, judge } = check;
  const draw = (target: Target) => {
    const { pointer } = target;
    const shared = { target, label: labelOf(detail.schema, pointer) };
    if (isWithheld(target, work)) {
      const isEntered = work.entries.has(pointer);
      return (
        <BlindValue key={pointer} {...shared} entered={isEntered} onNothing={() => enterNothing(target)} onShow={() => show(target)} />
      );
    }
    const entry = work.entries.get(pointer) ?? null;
    const verdict = work.verdicts.get(pointer) ?? null;
    return <SampledValue key={pointer} {...shared} entry={entry} verdict={verdict} onJudge={(said) => judge(target, said)} />;
  };
  const cells = asked.filter(({ row }) => row !== null);
  return (
    <>
      <ul>{asked.filter(({ row }) => row === null).map(draw)}</ul>
      {cells.length > 0 ? (
        <section aria-label="Tables">
          <p className="border-b bg-canvas px-4 py-2 text-ink-muted text-xs">
            Tables are shown as they were approved. Compare each cell with the page.
          </p>
          <ul>{cells.map(draw)}</ul>
        </section>
      ) : null}
    </>
  );
}

function progressWords(asked: number, left: number, isCompared: boolean): string {
  if (isCompared) return asked === 0 ? 'No differences' : left > 0 ? `${left} of ${asked} to decide` : `${asked} decided`;
  return left > 0 ? `${left} of ${asked} left` : 'Ready to compare';
}

'use client';

import { Notice } from '#components/ui/notice.tsx';
import type { LearnedPlace } from '#lib/contract/desk/learned.ts';
import type { Forgetting } from './forget-dialog.tsx';
import { LayoutItem } from './layout-item.tsx';
import { LearnedDocuments } from './learned-documents.tsx';
import { caughtWords, progressWords } from './learned-words.ts';

type LearnedPlacePartProps = {
  place: LearnedPlace;
  /** No other deployment learned anything: its name is of no interest. */
  isOnly: boolean;
  /** Null for people who may only look. */
  onForget: ((forgetting: Forgetting) => void) | null;
};

/** What one deployment has learned of a schema. */
export function LearnedPlacePart({ place, isOnly, onForget }: LearnedPlacePartProps) {
  const { deployment, layouts, unlearned, problem } = place;
  const failed = unlearned.filter(({ status }) => status === 'failed');
  const progress = progressWords(place);
  const deploymentId = deployment.id;
  return (
    <section aria-label={isOnly ? 'Layouts' : `Layouts at ${deployment.name}`} className="flex flex-col gap-3">
      <h2 className={isOnly ? 'sr-only' : 'font-semibold text-sm'}>{isOnly ? 'Layouts' : deployment.name}</h2>
      {problem ? (
        <Notice tone="warn" title={`${deployment.name} could not be asked what it has learned`}>
          {problem}
        </Notice>
      ) : null}
      {progress ? (
        <p role="status" className="text-ink-muted">
          {progress}
        </p>
      ) : null}
      {layouts.length > 0 ? (
        <ul className="flex flex-col gap-2">
          {layouts.map((layout) => (
            <LayoutItem
              key={layout.id}
              layout={layout}
              onForget={onForget ? () => onForget({ scope: 'layout', deploymentId, layout }) : null}
              onForgetDocument={onForget ? (document) => onForget({ scope: 'document', deploymentId, document }) : null}
            />
          ))}
        </ul>
      ) : null}
      {layouts.length > 0 ? <p className="text-ink-muted text-xs">{caughtWords(place.second_checks)}</p> : null}
      {place.is_cut ? <p className="text-ink-muted text-xs">Only the newest 2,000 documents are shown.</p> : null}
      {failed.length > 0 ? (
        <div className="overflow-clip rounded-md border bg-surface [&_tbody>tr:last-child>td]:border-b-0">
          <h3 className="px-3 pt-2.5 pb-1.5 font-medium">Could not be learned from</h3>
          <LearnedDocuments
            label="Could not be learned from"
            documents={failed}
            onForget={onForget ? (document) => onForget({ scope: 'document', deploymentId, document }) : null}
          />
        </div>
      ) : null}
    </section>
  );
}

'use client';

import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { Notice } from '#components/ui/notice.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import type { DeskSummary } from '#lib/contract/desk/deployment.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import { useReview } from '../session/review-context.ts';

/** What a summary says: how far it is, or its title, sentences and facts. */
export function SummaryParts({ summary }: { summary: DeskSummary }) {
  if (summary.state === 'failed') {
    return (
      <Notice tone="bad" title="There is no summary">
        {summary.failure?.message ?? 'The document service gave no reason.'}
      </Notice>
    );
  }
  if (summary.state !== 'completed') {
    return (
      <div className="flex flex-col gap-2">
        <p role="status">{summary.state === 'requested' ? 'Asking the document service …' : 'The document service is working on it …'}</p>
        <ProgressBar label="Progress of the summary" value={null} />
        {summary.service_status ? <p className="text-ink-muted text-xs">Status: {summary.service_status}</p> : null}
        <p className="text-ink-faint text-xs">It continues if you close this panel and is cancelled after ten minutes.</p>
      </div>
    );
  }
  const { title, sentences, facts, note, text } = summary;
  return (
    <div className="flex flex-col gap-5">
      {title ? (
        <h3 className="font-semibold">
          <Place evidence={title.evidence}>{title.text}</Place>
        </h3>
      ) : null}
      {sentences.length > 0 ? (
        <ul aria-label="Sentences" className="flex flex-col gap-1">
          {sentences.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a summary does not change
            <li key={index}>
              <Place evidence={sentence.evidence}>{sentence.text}</Place>
            </li>
          ))}
        </ul>
      ) : text ? (
        <p className="whitespace-pre-wrap">{text}</p>
      ) : null}
      {sentences.length > 0 && sentences.every(({ evidence }) => evidence.length === 0) ? (
        <p className="text-ink-muted text-xs">The service wrote these sentences itself; they are not quotations from the document.</p>
      ) : null}
      {note ? <p className="text-ink-muted text-xs">{note}</p> : null}
      {facts.length > 0 ? <Facts facts={facts} /> : null}
    </div>
  );
}

function Facts({ facts }: Pick<DeskSummary, 'facts'>) {
  return (
    <section aria-label="Key facts">
      <h3 className="mb-1.5 font-semibold">Key facts</h3>
      <ul className="divide-y rounded-md border">
        {facts.map(({ label, text, evidence, by_person }) => (
          <li key={label}>
            <Place evidence={evidence} className="px-3">
              <span className="block text-ink-muted text-xs">{label}</span>
              <span className="break-words">{text}</span>
              {by_person ? <Check size={14} role="img" aria-label="by a person" className="ml-1.5 inline text-ok" /> : null}
            </Place>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Words with the place where they stand: focus and press light it up on the page. */
function Place({ evidence, className, children }: { evidence: Evidence[]; className?: string; children: ReactNode }) {
  const { preview, previewed } = useReview();
  const [place] = evidence;
  const box = classNames('w-full rounded-md px-2 py-1.5 text-left', className);
  if (!place) return <div className={box}>{children}</div>;
  const pages = [...new Set(evidence.map(({ page }) => page))];
  const isShown = previewed !== null && evidence.includes(previewed);
  return (
    <button
      type="button"
      data-place
      aria-current={isShown}
      className={classNames(box, isShown ? 'bg-selected' : 'hover:bg-hover')}
      onFocus={() => preview(place)}
      onClick={() => preview(place)}
    >
      {children}{' '}
      <span className="whitespace-nowrap text-accent text-xs">
        {place.sheet ?? `page ${pages.length > 1 ? `${pages[0]}–${pages.at(-1)}` : pages[0]}`}
      </span>
    </button>
  );
}

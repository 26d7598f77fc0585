'use client';

import { Eraser } from 'lucide-react';
import { useId, useState } from 'react';
import { FrontPage } from '#components/shared/documents/front-page.tsx';
import { countOf, formatFullMoment, formatMoment } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { DisclosureButton } from '#components/ui/disclosure-button.tsx';
import type { LearnedDocument, LearnedLayout } from '#lib/contract/desk/learned.ts';
import { LearnedDocuments } from './learned-documents.tsx';
import { hitWords, layoutName } from './learned-words.ts';

type LayoutItemProps = {
  layout: LearnedLayout;
  /** Both null for people who may only look. */
  onForget: (() => void) | null;
  onForgetDocument: ((document: LearnedDocument) => void) | null;
};

/** A layout: what it looks like, whom it is from, how often it was right. Opens to its documents. */
export function LayoutItem({ layout, onForget, onForgetDocument }: LayoutItemProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const name = layoutName(layout);
  const more = layout.document_count - layout.documents.length;
  return (
    <li className="overflow-clip rounded-md border bg-surface">
      <div className={classNames('relative flex items-center gap-4 p-3 hover:bg-hover max-md:gap-3', isOpen && 'border-b')}>
        <FrontPage documentId={layout.picture_of} className="h-18 w-13" />
        <div className="min-w-0 flex-1">
          <h3 className="flex min-w-0 font-medium text-base">
            {/* all of the line opens it */}
            <DisclosureButton
              isOpen={isOpen}
              onToggle={setIsOpen}
              controls={id}
              className="min-w-0 outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-accent focus-visible:after:-outline-offset-2"
            >
              <bdi className="line-clamp-2 break-words">{name}</bdi>
            </DisclosureButton>
          </h3>
          <Facts layout={layout} />
        </div>
        <HitRate layout={layout} className="shrink-0 text-right max-sm:hidden" />
        {onForget ? (
          <Button
            size="small"
            icon={<Eraser size={13} aria-hidden />}
            aria-label={`Forget layout: ${name}`}
            onPress={onForget}
            className="relative max-sm:hidden"
          >
            Forget layout
          </Button>
        ) : null}
      </div>
      {isOpen ? (
        <div id={id} className="[&_tbody>tr:last-child>td]:border-b-0">
          <LearnedDocuments label={`Documents of the layout of ${name}`} documents={layout.documents} onForget={onForgetDocument} />
          {more > 0 ? <p className="border-t px-3 py-2 text-ink-muted text-xs">And {countOf(more, 'older document')}.</p> : null}
          {onForget ? (
            <p className="border-t p-3 sm:hidden">
              <Button icon={<Eraser size={14} aria-hidden />} aria-label={`Forget layout: ${name}`} onPress={onForget}>
                Forget layout
              </Button>
            </p>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

/** How many documents, and who approved the last one; on narrow screens how often they were right, too. */
function Facts({ layout }: { layout: LearnedLayout }) {
  const [newest] = layout.documents;
  const at = newest?.approved_at ?? null;
  return (
    <p className="mt-0.5 pl-5 text-ink-muted text-sm">
      <span className="whitespace-nowrap">{countOf(layout.document_count, 'approved document')}</span>
      {at ? (
        <>
          {' · '}
          <span>
            last approved{newest?.approved_by ? ` by ${newest.approved_by}` : ''},{' '}
            <time dateTime={at} title={formatFullMoment(at)} className="whitespace-nowrap">
              {formatMoment(at)}
            </time>
          </span>
        </>
      ) : null}
      <HitRate layout={layout} className="block sm:hidden" />
    </p>
  );
}

function HitRate({ layout: { hits }, className }: { layout: LearnedLayout; className: string }) {
  return (
    <span className={classNames('text-sm tabular-nums', hits.proposed === 0 ? 'text-ink-faint' : 'font-medium text-ink', className)}>
      {hitWords(hits)}
    </span>
  );
}

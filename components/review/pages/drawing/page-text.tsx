'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { containsCentre } from '#lib/document/geometry/box.ts';
import { useReview } from '../../session/review-context.ts';
import type { Mark } from './list-marks.ts';
import { usePage } from './use-pages.ts';

/** Height in pixels a page of text has until it is known. */
const USUAL = 640;

/** The mark each word is in; where several are, that of the focused value. */
function markOfWords(page: Page, marks: readonly Mark[], focused: string | null): Map<number, Mark> {
  const byWord = new Map<number, Mark>();
  for (const mark of marks.toSorted((a, b) => Number(a.pointer === focused) - Number(b.pointer === focused))) {
    const words = mark.words ?? page.words.flatMap((word, index) => (!word.hidden && containsCentre(mark.box, word.box) ? [index] : []));
    for (const index of words) byWord.set(index, mark);
  }
  return byWord;
}

function Line({ page, from, to, byWord }: { page: Page; from: number; to: number; byWord: ReadonlyMap<number, Mark> }) {
  const review = useReview();
  const parts: ReactNode[] = [];
  for (let index = from; index < to; ) {
    const mark = byWord.get(index);
    let end = index + 1;
    while (end < to && byWord.get(end) === mark) end += 1;
    const text = page.words
      .slice(index, end)
      .flatMap((word) => (word.hidden ? [] : [word.text]))
      .join(' ');
    if (mark) {
      const isFocused = mark.pointer === review.focused;
      parts.push(
        <mark
          key={index}
          data-mark={mark.pointer}
          title={mark.label}
          className={classNames(
            'rounded-[2px] text-inherit',
            isFocused ? 'bg-evidence-focus/25 outline-2 outline-evidence-focus' : mark.flagged ? 'bg-evidence/40' : 'bg-evidence/20',
          )}
        >
          {text}
        </mark>,
      );
    } else if (text) parts.push(text);
    if (end < to) parts.push(' ');
    index = end;
  }
  return <p className="min-h-[1lh] whitespace-pre-wrap">{parts}</p>;
}

function TextOfPage({ number, marks }: { number: number; marks: readonly Mark[] }) {
  const review = useReview();
  const page = usePage(review.documentId, number);
  const byWord = page ? markOfWords(page, marks, review.focused) : new Map<number, Mark>();
  return (
    <article aria-label={`Text of page ${number}`} className="mx-auto max-w-180 px-6 py-4">
      <h2 className="mb-2 select-none border-b pb-1 text-2xs text-ink-faint">
        Page {number}
        {page?.name ? `, ${page.name}` : ''}
        {page?.hidden ? ' (hidden sheet)' : ''}
      </h2>
      {page && page.words.length === 0 ? <p className="text-ink-muted">This page has no text.</p> : null}
      <div className="select-text text-base">
        {page?.lines.map(({ words: [from, to] }) => (
          <Line key={from} page={page} from={from} to={to} byWord={byWord} />
        ))}
      </div>
    </article>
  );
}

type PageTextProps = {
  count: number;
  marks: ReadonlyMap<number, readonly Mark[]>;
  /** The page to begin at, and to go to when it changes. */
  page: number;
  /** The place that must be seen, e.g. of the focused value. */
  pointer: string | null;
};

/** The words of all pages as plain text that can be selected, with the values' places marked. */
export function PageText({ count, marks, page, pointer }: PageTextProps) {
  const scroller = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => USUAL, overscan: 1 });
  useEffect(() => {
    virtual.scrollToIndex(page - 1, { align: 'start' });
    // The page is drawn some frames after the scrolling.
    const seek = (tries: number) => {
      const mark = pointer === null ? null : scroller.current?.querySelector(`[data-mark="${CSS.escape(pointer)}"]`);
      if (mark) mark.scrollIntoView({ block: 'nearest' });
      else if (tries > 0) frame = requestAnimationFrame(() => seek(tries - 1));
    };
    let frame = requestAnimationFrame(() => seek(20));
    return () => cancelAnimationFrame(frame);
  }, [page, pointer, virtual]);
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      aria-label="Text of the pages"
      className="min-h-0 flex-1 overflow-auto bg-surface"
    >
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => (
          <div
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            className="absolute inset-x-0"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            <TextOfPage number={item.index + 1} marks={marks.get(item.index + 1) ?? []} />
          </div>
        ))}
      </div>
    </section>
  );
}

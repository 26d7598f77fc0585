'use client';

import { ChevronDown, ChevronRight, Plus } from 'lucide-react';
import { countOf } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import type { CompletenessMeter as Meter } from '#lib/document/rows/measure-completeness.ts';
import { useReview } from '../session/review-context.ts';

/** Lines listed at once; a table that misses more than these is better extracted again. */
const MOST_LISTED = 50;

function sentenceOf({ lines, missing, amounts }: Meter): string {
  const found = lines - missing.length;
  const share = missing.length === 0 && amounts.length === 0 && lines !== 1 ? `All ${lines}` : `${found} of ${lines}`;
  const rows = `${share} ${lines === 1 ? 'line that looks like a row is' : 'lines that look like rows are'} in the table`;
  if (amounts.length === 0) return rows;
  return `${rows}, ${countOf(amounts.length, 'amount')} on the pages ${amounts.length === 1 ? 'is' : 'are'} not`;
}

type RowsMeterProps = {
  meter: Meter;
  /** The lines are listed. */
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  canAdd: boolean;
  onAdd: (line: Evidence) => void;
};

/** How much of what looks like rows on the pages is in the data; what is not is listed, shown on the page, and added. */
export function RowsMeter({ meter, isOpen, onToggle, canAdd, onAdd }: RowsMeterProps) {
  const review = useReview();
  const { lines, missing, amounts } = meter;
  const isWhole = missing.length === 0 && amounts.length === 0;
  const share = lines === 0 ? 1 : (lines - missing.length) / lines;
  const bar = (
    <span aria-hidden className="h-1 w-14 shrink-0 overflow-hidden rounded-full bg-pressed">
      <span className={classNames('block h-full', isWhole ? 'bg-ok' : 'bg-warn')} style={{ width: `${100 * share}%` }} />
    </span>
  );
  if (isWhole) {
    return (
      <p className="flex items-center gap-2 px-4 pb-1.5 text-2xs text-ink-muted">
        {bar}
        {sentenceOf(meter)}
      </p>
    );
  }
  const show = (place: Evidence) => ({
    onPress: () => review.preview(place),
    onFocus: () => review.preview(place),
    onBlur: () => review.preview(null),
    onHoverStart: () => review.preview(place),
    onHoverEnd: () => review.preview(null),
  });
  return (
    <div className="px-4 pb-1.5">
      <Button
        size="small"
        variant="quiet"
        className="-ml-1.5"
        aria-expanded={isOpen}
        icon={isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
        onPress={() => onToggle(!isOpen)}
      >
        {bar}
        <span className="text-warn">{sentenceOf(meter)}</span>
      </Button>
      {isOpen ? (
        <ul aria-label="On the page, not in the data" className="max-h-48 overflow-y-auto border-y">
          {missing.slice(0, MOST_LISTED).map((line) => (
            <li key={`${line.page} ${line.words?.[0]}`} className="flex h-7 items-center gap-2 border-b text-xs last:border-b-0">
              <Button size="small" variant="quiet" className="min-w-0 flex-1 justify-start font-normal" {...show(line)}>
                <span className="truncate">{line.text}</span>
                <span className="shrink-0 text-2xs text-ink-faint">page {line.page}</span>
              </Button>
              {canAdd ? (
                <Button size="small" variant="quiet" icon={<Plus size={13} aria-hidden />} onPress={() => onAdd(line)}>
                  Add as a row
                </Button>
              ) : null}
            </li>
          ))}
          {amounts.slice(0, MOST_LISTED).map((amount) => (
            <li
              key={`${amount.page} ${amount.text} ${amount.box?.join()}`}
              className="flex h-7 items-center border-b text-xs last:border-b-0"
            >
              <Button size="small" variant="quiet" className="min-w-0 flex-1 justify-start font-normal" {...show(amount)}>
                <span className="truncate">{amount.text}</span>
                <span className="shrink-0 text-2xs text-ink-faint">amount, page {amount.page}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

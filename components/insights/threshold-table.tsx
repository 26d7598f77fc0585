'use client';

import { useEffect, useRef } from 'react';
import { shareWords } from '#components/shared/charts/share-words.ts';
import { classNames } from '#components/ui/class-names.ts';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import { FEWEST_PASSED, type ThresholdPoint } from '#lib/document/statistics/threshold-curve.ts';
import { percentWords } from './insight-words.ts';

/** Pixels above the row in force: some rows before it stay in view. */
const ABOVE_PX = 120;

type ThresholdTableProps = {
  points: readonly ThresholdPoint[];
  /** In force. */
  current: number;
  selected: number;
  /** Null for people who may only look. */
  onSelect: ((threshold: number) => void) | null;
};

/** Every threshold with its price; one is chosen by mouse or arrow keys. */
export function ThresholdTable({ points, current, selected, onSelect }: ThresholdTableProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = box.current?.querySelector<HTMLElement>(`[data-threshold="${current}"]`);
    // only the box scrolls, not the page
    if (box.current && row) box.current.scrollTop = row.offsetTop - ABOVE_PX;
  }, [current]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section ref={box} aria-label="Thresholds" tabIndex={0} className="relative max-h-72 overflow-auto rounded-sm border">
      <Table label="Thresholds">
        <thead>
          <tr>
            <HeadCell>Threshold</HeadCell>
            <HeadCell className="text-right">To check</HeadCell>
            <HeadCell className="text-right">Wrong that pass</HeadCell>
            <HeadCell className="text-right">Error rate at most</HeadCell>
          </tr>
        </thead>
        <tbody className="[&>tr:last-child>td]:border-b-0">
          {points.map(({ threshold, checked, passed, errors, bound }) => (
            <tr key={threshold} data-threshold={threshold} className={classNames(threshold === selected && 'bg-selected')}>
              <BodyCell className="whitespace-nowrap">
                {onSelect ? (
                  <label className="flex items-center gap-2">
                    <input
                      type="radio"
                      name="threshold"
                      checked={threshold === selected}
                      onChange={() => onSelect(threshold)}
                      aria-label={`Threshold ${percentWords(threshold)}`}
                    />
                    {percentWords(threshold)}
                    {threshold === current ? <span className="text-ink-muted text-xs">now</span> : null}
                  </label>
                ) : (
                  <>
                    {percentWords(threshold)} {threshold === current ? <span className="text-ink-muted text-xs">now</span> : null}
                  </>
                )}
              </BodyCell>
              <BodyCell className="text-right">{shareWords(checked, checked + passed)}</BodyCell>
              <BodyCell className="text-right">
                {errors.toLocaleString('en')} of {passed.toLocaleString('en')}
              </BodyCell>
              <BodyCell className="text-right">
                {passed < FEWEST_PASSED ? <span className="text-ink-muted text-xs">too few values</span> : percentWords(bound)}
              </BodyCell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}

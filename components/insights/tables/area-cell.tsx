import { BodyCell } from '#components/ui/table.tsx';
import type { ConfidenceClass } from '#lib/contract/desk/insights/insights.ts';
import { areaOfConfidence } from '#lib/document/statistics/area-of-confidence.ts';
import { rocInterval } from '#lib/document/statistics/roc-interval.ts';

/** How well confidence tells right from wrong values (AUROC), with its 95 % interval; a faint dash where too few are wrong to say. */
export function AreaCell({ classes, className }: { classes: readonly ConfidenceClass[]; className?: string }) {
  const area = areaOfConfidence(classes);
  const interval = area === null ? null : rocInterval(classes);
  return (
    <BodyCell className={`whitespace-nowrap text-right tabular-nums ${className ?? ''}`}>
      {area === null ? (
        <span className="text-ink-faint">
          –<span className="sr-only"> not enough evidence yet</span>
        </span>
      ) : (
        <span className="block">{area.toFixed(2)}</span>
      )}
      {interval ? (
        <span className="block text-ink-faint text-xs">
          {interval.low.toFixed(2)}–{interval.high.toFixed(2)}
        </span>
      ) : null}
    </BodyCell>
  );
}

/** What a column of `AreaCell` says. */
export const AREA_NOTE = [
  'AUROC',
  'How well confidence tells right from wrong values, with its 95 % interval: 0.5 is chance, 1 is perfect. Below 10 wrong values there is not enough evidence yet.',
] as const;

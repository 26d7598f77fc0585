'use client';

import { countOf } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { DeskSummary } from '#lib/contract/desk/deployment.ts';

type SummaryStaleProps = { summary: DeskSummary; onRebuild: (() => void) | null; isRebuilding: boolean };

/** Says what happened to the document since its summary was made; nothing when it is up to date. */
export function SummaryStale({ summary, onRebuild, isRebuilding }: SummaryStaleProps) {
  const { corrections_since, is_read_anew } = summary;
  if (corrections_since === 0 && !is_read_anew) return null;
  const before = [
    corrections_since > 0 && countOf(corrections_since, 'correction'),
    is_read_anew && 'the values were extracted again',
  ].filter(Boolean);
  return (
    <Notice
      tone="warn"
      actions={
        onRebuild ? (
          <Button size="small" isPending={isRebuilding} onPress={onRebuild}>
            Rebuild it
          </Button>
        ) : null
      }
    >
      Created before {before.join(' and before ')}.
    </Notice>
  );
}

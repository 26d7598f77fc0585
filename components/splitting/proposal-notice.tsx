'use client';

import { Notice } from '#components/ui/notice.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { isLooking } from '#lib/client/documents/splitting.ts';
import type { DeskSplitting } from '#lib/contract/desk/splitting.ts';

/** That boundaries are being looked for, or could not be found. */
export function ProposalNotice({ splitting, mayEdit }: { splitting: DeskSplitting; mayEdit: boolean }) {
  const { proposal } = splitting;
  if (isLooking(splitting)) {
    return (
      <p role="status" className="flex basis-full items-center gap-2 rounded-md bg-info-soft p-3">
        <Spinner size={14} /> Detecting where documents begin …
      </p>
    );
  }
  if (proposal?.failure) {
    return (
      <Notice className="basis-full" tone="warn" title="No boundaries could be proposed">
        {`${proposal.failure.message}${mayEdit ? ' Set them yourself.' : ''}`}
      </Notice>
    );
  }
  if (proposal?.segments.length !== 1) return null;
  return (
    <Notice className="basis-full">{`This looks like one document.${mayEdit ? ' To split it anyway, mark where documents begin.' : ''}`}</Notice>
  );
}

'use client';

import { Ban, CircleCheckBig, Undo2 } from 'lucide-react';
import { formatDayAndTime } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';

/** Who decided on the document, and how; null while nobody has. */
export function decisionWords({ approval, rejection, document }: DeskDocumentDetail): string | null {
  if (approval && document.approved_automatically) return `Approved automatically on ${formatDayAndTime(approval.at)}`;
  if (approval) {
    const { signed_off_flags: count, actor, at } = approval;
    const flags = count > 0 ? `, ${count} ${count === 1 ? 'flag' : 'flags'} signed off` : '';
    return `Approved by ${actor.name} on ${formatDayAndTime(at)}${flags}`;
  }
  return rejection ? `Rejected by ${rejection.actor.name}: ${rejection.reason}` : null;
}

/** Says that the document is decided on, by whom and when, with the one way back. @param onReopen null for those who may not */
export function DecisionNote({ detail, onReopen }: { detail: DeskDocumentDetail; onReopen: (() => void) | null }) {
  const words = decisionWords(detail);
  if (words === null) return null;
  const Icon = detail.approval ? CircleCheckBig : Ban;
  return (
    <div className={classNames('flex min-h-9 items-center gap-2 border-b px-3 py-1', detail.approval ? 'bg-ok-soft text-ok' : 'bg-sunken')}>
      <Icon size={16} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-1 break-words font-medium text-sm">{words}</p>
      {onReopen ? (
        <Button size="small" icon={<Undo2 size={13} aria-hidden />} onPress={onReopen}>
          Reopen
        </Button>
      ) : null}
    </div>
  );
}

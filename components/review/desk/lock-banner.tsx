'use client';

import { Button } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import type { LockState } from '#lib/client/documents/document-lock.ts';

const clockTime = (iso: string) => new Date(iso).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

type LockBannerProps = {
  held: Extract<LockState, { status: 'theirs' }>;
  personId: string;
  /** Actions of this person that are kept in the browser and not saved. */
  unsaved: number;
  isKept: boolean;
  isBusy: boolean;
  onTakeOver: () => void;
  onDrop: () => void;
};

/** Says who checks the document now, and lets the person take it over. */
export function LockBanner({ held, personId, unsaved, isKept, isBusy, onTakeOver, onDrop }: LockBannerProps) {
  const { lock, lost } = held;
  const time = clockTime(lock.since);
  const isOwn = lock.holder.id === personId;
  const title = isOwn
    ? lost
      ? `You took this document over in another tab at ${time}`
      : 'You have this document open in another tab'
    : lost
      ? `${lock.holder.name} took this document over at ${time}`
      : `${lock.holder.name} has been checking this document since ${time}`;
  const kept = unsaved === 1 ? 'One change of yours is' : `${unsaved} changes of yours are`;
  return (
    <Notice
      tone={unsaved > 0 ? 'warn' : 'info'}
      className="m-2 py-1.5"
      actions={
        <>
          <Button size="small" isPending={isBusy} onPress={onTakeOver}>
            {unsaved > 0 ? 'Take over and save mine' : 'Take over'}
          </Button>
          {unsaved > 0 ? (
            <Button size="small" onPress={onDrop}>
              Discard mine
            </Button>
          ) : null}
        </>
      }
    >
      <span className="font-medium text-ink">{title}</span>
      <span>{'. '}</span>
      {unsaved > 0
        ? `${kept} not saved ${isKept ? 'but stored in this browser' : 'and could not be stored in this browser, so keep this page open'}. Take over the document to save them; if you both changed the same value, you choose.`
        : 'You can watch changes as they are made. Take over to edit the document here.'}
    </Notice>
  );
}

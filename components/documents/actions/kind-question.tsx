'use client';

import { useRef, useState } from 'react';
import { Dialog, Popover } from 'react-aria-components';
import { useMay } from '#components/shared/current-user.ts';
import { KindChoices } from '#components/shared/documents/kind-choices.tsx';
import { useChooseKind } from '#components/shared/documents/use-choose-kind.ts';
import { formatConfidence } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { popoverStyle } from '#components/ui/layers/popover-style.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { BulkQuestions } from './bulk-questions.tsx';

/** Below, naming the likeliest kind would mislead. */
const LIKELY_FROM = 0.25;

/**
 * The likeliest kind of a document that waits to be told its kind, and the way to say it. A plain button, because a list may
 * have hundreds of them; what floats is made when it is opened.
 */
export function KindQuestion({ document, isActive }: { document: DeskDocument; isActive: boolean }) {
  const mayChoose = useMay('reviewer');
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<'choices' | 'dialog' | null>(null);
  const choose = useChooseKind();
  const choices = document.kind?.choices ?? [];
  const best = choices[0];
  const reason = document.kind?.reason ?? 'Nobody has set the kind of this document yet.';
  const isLikely = best !== undefined && best.confidence >= LIKELY_FROM;
  const words = isLikely ? `${best.schema_name} ${formatConfidence(best.confidence)}?` : 'Choose …';
  if (!mayChoose) {
    return (
      <span className="min-w-0 truncate text-ink-muted text-xs" title={reason}>
        {isLikely ? words : ''}
      </span>
    );
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={isActive ? 0 : -1}
        title={`${reason} Press to choose${choices.length > 0 ? `, or 1 to ${choices.length} on this row` : ''}.`}
        aria-label={`${document.name}: confirm its kind. ${reason}`}
        onClick={() => setOpen('choices')}
        className="flex h-6 min-w-0 items-center rounded-md border bg-surface px-1.5 text-xs hover:bg-pressed max-md:hidden"
      >
        <span className="truncate">{words}</span>
      </button>
      {open === 'choices' ? (
        <Popover isOpen onOpenChange={() => setOpen(null)} triggerRef={button} placement="bottom start" className={popoverStyle}>
          <Dialog aria-label={`What kind of document is ${document.name}?`} className="flex w-80 flex-col gap-2.5 p-3 text-sm outline-none">
            <p className="text-ink-muted">{reason}</p>
            {choices.length > 0 ? (
              <KindChoices
                choices={choices}
                isPending={choose.isPending}
                onChoose={(schema) => choose.mutate({ document, schema }, { onSuccess: () => setOpen(null) })}
              />
            ) : null}
            <Button onPress={() => setOpen('dialog')}>Another schema …</Button>
          </Dialog>
        </Popover>
      ) : null}
      {open === 'dialog' ? (
        <BulkQuestions documents={[document]} open="schema" onClose={() => setOpen(null)} onDone={() => setOpen(null)} />
      ) : null}
    </>
  );
}

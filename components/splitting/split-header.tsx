'use client';

import { Redo2, RotateCcw, Undo2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { countDocuments, countPages } from '#components/shared/splitting/split-words.ts';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { useDismissProposal } from '#lib/client/documents/splitting.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { DeskSplitting } from '#lib/contract/desk/splitting.ts';
import { SplitTitle } from './split-title.tsx';
import type { SplitWork } from './use-split-plan.ts';

type SplitHeaderProps = {
  splitting: DeskSplitting;
  work: SplitWork;
  /** Documents that would be made, and pages left out. */
  made: number;
  dropped: number;
  mayEdit: boolean;
  canAccept: boolean;
  isAccepting: boolean;
  onAccept: () => void;
};

/** Name of the file, what becomes of it, and the commands for all of it. */
export function SplitHeader({ splitting, work, made, dropped, mayEdit, canAccept, isAccepting, onAccept }: SplitHeaderProps) {
  const { document } = splitting;
  const router = useRouter();
  const dismiss = useDismissProposal(document.id);
  const keepAsOne = () =>
    dismiss.mutate(undefined, {
      onSuccess: () => {
        work.forget();
        router.push(`/documents/${document.id}`);
      },
      onError: (error) => showToast({ tone: 'bad', title: errorMessage(error) }),
    });
  const kept = (document.page_count ?? 0) - dropped;
  return (
    <header className="flex min-h-12 shrink-0 items-center gap-3 border-b bg-surface px-3 max-lg:flex-wrap max-lg:gap-y-1.5 max-lg:py-1.5">
      <SplitTitle document={document} />
      <span className="whitespace-nowrap text-ink-muted text-xs tabular-nums">
        {`${countDocuments(made)} · ${countPages(kept)}${dropped > 0 ? ` · ${dropped} removed` : ''}`}
      </span>
      <span role="status" className={work.isKept ? 'shrink-0 text-ink-faint text-xs max-xl:hidden' : 'shrink-0 text-warn text-xs'}>
        {!work.isKept ? 'Not saved in this browser: finish before you leave' : work.isTouched ? 'Saved in this browser' : ''}
      </span>
      {mayEdit ? (
        <div className="ml-auto flex items-center gap-1.5">
          <IconButton
            label="Undo"
            shortcut="Ctrl Z"
            icon={<Undo2 size={15} aria-hidden />}
            isDisabled={!work.canUndo}
            onPress={work.undo}
          />
          <IconButton
            label="Redo"
            shortcut="Ctrl Y"
            icon={<Redo2 size={15} aria-hidden />}
            isDisabled={!work.canRedo}
            onPress={work.redo}
          />
          <IconButton
            label="Reset to the proposal"
            icon={<RotateCcw size={14} aria-hidden />}
            isDisabled={!work.isTouched}
            onPress={work.reset}
          />
          <Button isPending={dismiss.isPending} onPress={keepAsOne}>
            Keep as one document
          </Button>
          <Button variant="primary" isDisabled={!canAccept && !isAccepting} isPending={isAccepting} onPress={onAccept}>
            {`Split into ${made}`}
          </Button>
        </div>
      ) : null}
    </header>
  );
}

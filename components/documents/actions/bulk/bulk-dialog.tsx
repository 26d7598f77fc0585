'use client';

import { type ReactNode, useState } from 'react';
import { countOf } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { SubmitKbd } from '#components/ui/layers/submit-kbd.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { type BulkState, type BulkStep, useBulkWork } from '#lib/client/documents/bulk-work.ts';
import { useBulkUndo } from '#lib/client/documents/use-bulk-undo.ts';
import type { LeftDocument } from '#lib/client/documents/work-through.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { LeftList } from './left-list.tsx';

export type BulkDialogProps = {
  title: string;
  /** What the main button says before the count, e.g. "Approve". */
  verb: string;
  /** What was done, e.g. "approved". */
  past: string;
  isDanger?: boolean;
  documents: readonly DeskDocument[];
  /** Why a document is left from the beginning; null = it is not. */
  leaves: (document: DeskDocument) => string | null;
  step: BulkStep;
  /** Called before it begins; false = something is missing. */
  onBegin?: () => boolean;
  /** Whose and what action it is, for undoing it, and for going on with it when the page goes before its end. */
  kept: { personId: string; action: unknown };
  /** It begins. */
  onStart?: () => void;
  onClose: () => void;
  /** Something was done: the selection has served its purpose. */
  onDone: () => void;
  /** What is asked besides. */
  children?: ReactNode;
};

/** Does something to many documents: says how many first, counts along, and tells what was done and what was left. `UndoNote` undoes it. */
export function BulkDialog(props: BulkDialogProps) {
  const { title, verb, past, isDanger, documents, leaves, step, onBegin, kept, onStart, onClose, onDone, children } = props;
  const [chosen] = useState(() => splitUp(documents, leaves));
  const { state, run, stop } = useBulkWork();
  const { undo, start: startUndo } = useBulkUndo(kept.personId);
  const isUndoing = undo?.stage === 'undoing';
  const isRunning = state.stage === 'running';
  const count = chosen.taken.length;
  const begin = async () => {
    if (state.stage !== 'asking' || isUndoing || count === 0 || onBegin?.() === false) return;
    onStart?.();
    const { done, left, isUndoable } = await run(chosen.taken, step, { ...kept, past });
    if (left.length > 0 || chosen.left.length > 0) return;
    // what can be undone says itself what was done
    if (!isUndoable) showToast({ tone: 'ok', title: `${countOf(done.length, 'document')} ${past}` });
    finish();
  };
  const finish = () => {
    onClose();
    onDone();
  };
  const isAsking = state.stage === 'asking';
  return (
    <Dialog
      title={title}
      isOpen
      isDismissable={!isRunning}
      onClose={isRunning ? () => undefined : isAsking ? onClose : finish}
      onSubmit={isAsking ? () => void begin() : undefined}
      footer={
        isAsking ? (
          <>
            <Button onPress={onClose}>{count === 0 ? 'Close' : 'Cancel'}</Button>
            {count === 0 || isUndoing ? null : (
              <Button variant={isDanger ? 'danger' : 'primary'} onPress={() => void begin()}>
                {verb} {countOf(count, 'document')} <SubmitKbd />
              </Button>
            )}
          </>
        ) : isRunning ? (
          <Button onPress={stop}>Stop</Button>
        ) : (
          <>
            {state.stage === 'over' && state.isUndoable ? (
              <Button
                onPress={() => {
                  finish();
                  startUndo();
                }}
              >
                Undo
              </Button>
            ) : null}
            <Button variant="primary" onPress={finish} autoFocus>
              Close
            </Button>
          </>
        )
      }
    >
      {isAsking ? (
        <div className="space-y-3">
          <p className="text-ink-muted">
            {count === 0 ? `None of the selected documents can be ${past}.` : `${countOf(count, 'document')} will be ${past}.`}
          </p>
          {isUndoing ? <Notice tone="warn">The last action is still being undone. Wait for its end, or stop it first.</Notice> : null}
          {count > 0 && !isUndoing ? children : null}
          <LeftList left={chosen.left} level="h3" />
        </div>
      ) : (
        <Outcome state={state} past={past} before={chosen.left} />
      )}
    </Dialog>
  );
}

type BeforeHand = Pick<LeftDocument, 'document' | 'reason'>;

function splitUp(documents: readonly DeskDocument[], leaves: BulkDialogProps['leaves']): { taken: DeskDocument[]; left: BeforeHand[] } {
  const taken: DeskDocument[] = [];
  const left: BeforeHand[] = [];
  for (const document of documents) {
    const reason = leaves(document);
    if (reason === null) taken.push(document);
    else left.push({ document, reason });
  }
  return { taken, left };
}

function Outcome({ state, past, before }: { state: Exclude<BulkState, { stage: 'asking' }>; past: string; before: BeforeHand[] }) {
  if (state.stage === 'running') {
    const words = `${state.done.toLocaleString('en')} of ${countOf(state.total, 'document')}`;
    return (
      <div className="space-y-2" role="status">
        <p>{words}</p>
        <ProgressBar label={words} value={state.total === 0 ? null : state.done / state.total} />
      </div>
    );
  }
  return (
    <div className="space-y-3">
      <p role="status" className="font-medium">
        {countOf(state.done, 'document')} {past}.
      </p>
      <LeftList left={[...state.left, ...before]} level="h3" />
    </div>
  );
}

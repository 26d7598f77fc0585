'use client';

import Link from 'next/link';
import { type ReactNode, useState } from 'react';
import { countOf } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { SubmitKbd } from '#components/ui/layers/submit-kbd.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { type BulkState, type BulkStep, type LeftDocument, useBulkWork } from '#lib/client/documents/bulk-work.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';

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
  /** Whose and what action it is, for going on with it when the page goes before its end. */
  kept?: { personId: string; action: unknown };
  /** It begins. */
  onStart?: () => void;
  onClose: () => void;
  /** Something was done: the selection has served its purpose. */
  onDone: () => void;
  /** What is asked besides. */
  children?: ReactNode;
};

/** Does something to many documents: says how many first, counts along, tells what was done and what was left, and takes it back. */
export function BulkDialog(props: BulkDialogProps) {
  const { title, verb, past, isDanger, documents, leaves, step, onBegin, kept, onStart, onClose, onDone, children } = props;
  const [chosen] = useState(() => splitUp(documents, leaves));
  const { state, run, stop } = useBulkWork();
  const isRunning = state.stage === 'running' || state.stage === 'undoing';
  const count = chosen.taken.length;
  const begin = async () => {
    if (state.stage !== 'asking' || count === 0 || onBegin?.() === false) return;
    onStart?.();
    const { done, left, undo } = await run(chosen.taken, step, kept);
    if (left.length > 0 || chosen.left.length > 0) return;
    showToast({
      tone: 'ok',
      title: `${countOf(done.length, 'document')} ${past}`,
      ...(undo ? { action: { label: 'Undo', onPress: () => void undo().then(tellUndone) } } : {}),
    });
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
            {count === 0 ? null : (
              <Button variant={isDanger ? 'danger' : 'primary'} onPress={() => void begin()}>
                {verb} {countOf(count, 'document')} <SubmitKbd />
              </Button>
            )}
          </>
        ) : isRunning ? (
          <Button onPress={stop}>Stop</Button>
        ) : (
          <>
            {state.stage === 'over' && state.undo ? <Button onPress={state.undo}>Undo</Button> : null}
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
          {count > 0 ? children : null}
          <LeftList left={chosen.left} />
        </div>
      ) : (
        <Outcome state={state} past={past} before={chosen.left} />
      )}
    </Dialog>
  );
}

function splitUp(documents: readonly DeskDocument[], leaves: BulkDialogProps['leaves']): { taken: DeskDocument[]; left: LeftDocument[] } {
  const taken: DeskDocument[] = [];
  const left: LeftDocument[] = [];
  for (const document of documents) {
    const reason = leaves(document);
    if (reason === null) taken.push(document);
    else left.push({ document, reason });
  }
  return { taken, left };
}

function tellUndone({ done, left }: { done: number; left: LeftDocument[] }): void {
  const title = left.length > 0 ? `${countOf(left.length, 'document')} not taken back` : `Taken back for ${countOf(done, 'document')}`;
  showToast({ tone: left.length > 0 ? 'bad' : 'ok', title, ...(left[0] ? { detail: left[0].reason } : {}) });
}

function Outcome({ state, past, before }: { state: Exclude<BulkState, { stage: 'asking' }>; past: string; before: LeftDocument[] }) {
  if (state.stage === 'running' || state.stage === 'undoing') {
    const words = `${state.done.toLocaleString('en')} of ${countOf(state.total, 'document')}`;
    return (
      <div className="space-y-2" role="status">
        <p>{state.stage === 'undoing' ? `Taking back: ${words}` : words}</p>
        <ProgressBar label={words} value={state.total === 0 ? null : state.done / state.total} />
      </div>
    );
  }
  const isUndone = state.stage === 'undone';
  const count = state.done;
  return (
    <div className="space-y-3">
      <p role="status" className="font-medium">
        {isUndone ? `Taken back for ${countOf(count, 'document')}.` : `${countOf(count, 'document')} ${past}.`}
      </p>
      <LeftList left={isUndone ? state.left : [...state.left, ...before]} />
    </div>
  );
}

/** Most that are listed; nobody reads more. */
const LISTED = 100;

/** Documents that stay as they are, each with its reason. */
function LeftList({ left }: { left: readonly LeftDocument[] }) {
  if (left.length === 0) return null;
  return (
    <section aria-label="Left as they are">
      <h3 className="mb-1 font-medium text-sm">
        {countOf(left.length, 'document')} left as {left.length === 1 ? 'it is' : 'they are'}
      </h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to be reached by key */}
      <ul tabIndex={0} aria-label="Documents left as they are" className="max-h-48 overflow-auto rounded-md border text-sm">
        {left.slice(0, LISTED).map(({ document, reason }) => (
          <li key={document.id} className="border-b px-2.5 py-1.5 last:border-b-0">
            <Link href={`/documents/${document.id}`} prefetch={false} className="block truncate rounded-sm font-medium hover:underline">
              <bdi>{document.name}</bdi>
            </Link>
            <span className="block text-ink-muted text-xs">{reason}</span>
          </li>
        ))}
      </ul>
      {left.length > LISTED ? <p className="mt-1 text-ink-muted text-xs">and {countOf(left.length - LISTED, 'more document')}</p> : null}
    </section>
  );
}

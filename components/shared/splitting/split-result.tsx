'use client';

import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/inputs/checkbox.tsx';
import { ConfirmDialog } from '#components/ui/layers/confirm-dialog.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { splittingQuery, useUndoSplit } from '#lib/client/documents/splitting.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { DeskSplitting } from '#lib/contract/desk/splitting.ts';
import { StateBadge } from '../documents/document-state.tsx';
import { formatFullMoment } from '../format.ts';
import { LoadingPart } from '../loading-part.tsx';
import { countDocuments, pageRange } from './split-words.ts';

/** What a document was split into, with the way to each, and the way back. */
export function SplitResult({ documentId, mayEdit }: { documentId: string; mayEdit: boolean }) {
  const query = useQuery(splittingQuery(documentId));
  return (
    <LoadingPart query={query}>
      {({ split, document }) => (split ? <Result split={split} documentId={document.id} mayEdit={mayEdit} /> : null)}
    </LoadingPart>
  );
}

function Result({ split, documentId, mayEdit }: { split: NonNullable<DeskSplitting['split']>; documentId: string; mayEdit: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const approved = split.documents.flatMap((one) => [one, ...one.parts]).find(({ state }) => state === 'approved');
  const hindrance = approved
    ? `“${approved.name}” is approved. Reopen it to undo the split.`
    : split.expired > 0
      ? 'Documents created from it were approved and deleted by the retention rules, so the split can no longer be undone.'
      : null;
  return (
    <section aria-labelledby="split-into" className="max-w-160 space-y-3 p-5">
      <h2 id="split-into" className="font-semibold text-base">
        {`Split into ${countDocuments(split.documents.length)}`}
      </h2>
      <p className="text-ink-muted">{`${split.actor.name}, ${formatFullMoment(split.at)}. The original file is unchanged.`}</p>
      <ul className="divide-y rounded-md border bg-surface">
        {split.documents.map(({ id, name, state, schema_name: kind, pages, touched }) => (
          <li key={id} className="flex items-center gap-3 px-3 py-2">
            <Link
              href={`/documents/${id}`}
              prefetch={false}
              className="min-w-0 truncate rounded-sm font-medium hover:underline"
              title={name}
            >
              <bdi>{name}</bdi>
            </Link>
            <span className="whitespace-nowrap text-ink-muted text-xs">
              {[pageRange(pages.map(({ number }) => number)), kind].filter(Boolean).join(' · ')}
            </span>
            <span className="ml-auto flex items-center gap-1.5">
              {touched && state !== 'approved' ? <Badge>Edited</Badge> : null}
              <StateBadge state={state} />
            </span>
          </li>
        ))}
      </ul>
      {mayEdit ? (
        <div className="space-y-1.5">
          <Button icon={<Undo2 size={14} aria-hidden />} isDisabled={hindrance !== null} onPress={() => setAsking(true)}>
            Undo the split
          </Button>
          {hindrance ? <p className="text-ink-muted text-xs">{hindrance}</p> : null}
        </div>
      ) : null}
      <UndoDialog split={split} documentId={documentId} isOpen={isAsking} onClose={() => setAsking(false)} />
    </section>
  );
}

type UndoDialogProps = { split: NonNullable<DeskSplitting['split']>; documentId: string; isOpen: boolean; onClose: () => void };

/** Says what goes and what stays before a split is undone. */
function UndoDialog({ split, documentId, isOpen, onClose }: UndoDialogProps) {
  const undo = useUndoSplit(documentId);
  const [removesTouched, setRemovesTouched] = useState(false);
  // what a document was split into in turn stays or goes with it
  const all = split.documents.flatMap((one) => [one, ...one.parts]);
  const touched = split.documents.filter((one) => one.touched).flatMap((one) => [one, ...one.parts]);
  const going = all.length - (removesTouched ? 0 : touched.length);
  return (
    <ConfirmDialog
      title="Undo the split?"
      isOpen={isOpen}
      onClose={onClose}
      isDanger
      isPending={undo.isPending}
      confirmLabel="Undo the split"
      onConfirm={() =>
        undo.mutate(
          { remove_touched: removesTouched },
          {
            onSuccess: ({ kept }) => {
              onClose();
              const detail =
                kept.length > 0 ? `${kept.map(({ name }) => `“${name}”`).join(', ')} kept, because people have worked on it.` : undefined;
              showToast({ tone: 'ok', title: 'The split was undone', ...(detail ? { detail } : {}) });
            },
            onError: (error) => showToast({ tone: 'bad', title: errorMessage(error) }),
          },
        )
      }
    >
      <p>{`${countDocuments(going)} created from it ${going === 1 ? 'is' : 'are'} deleted; the original is restored.`}</p>
      {touched.length > 0 ? (
        <div className="mt-3 space-y-2">
          <p>
            {touched.map(({ name }) => `“${name}”`).join(', ')} {touched.length === 1 ? 'has' : 'have'} been worked on since
            {removesTouched ? ', and that work is lost.' : ' and will be kept next to the original.'}
          </p>
          <Checkbox isSelected={removesTouched} onChange={setRemovesTouched}>
            Remove these too
          </Checkbox>
        </div>
      ) : null}
    </ConfirmDialog>
  );
}

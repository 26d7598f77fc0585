'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { formatDayAndTime } from '#components/shared/format.ts';
import { showToast } from '#components/ui/layers/toast.tsx';
import { usePostponeDocument } from '#lib/client/documents/assignment.ts';
import { useRejectDocument, useReopenDocument } from '#lib/client/documents/document.ts';
import { removeDocument } from '#lib/client/documents/documents.ts';
import type { ActionOutbox } from '#lib/client/review/action-outbox.ts';
import { endEffort, readEffort } from '#lib/client/review/effort-meter.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { SAVE_LIMIT_MS } from '../session/use-decision.ts';

type OutcomesInput = {
  detail: DeskDocumentDetail;
  outbox: ActionOutbox;
  /** Does work during which the screen is busy. */
  run: (work: () => Promise<unknown>) => Promise<unknown>;
  goOn: () => Promise<void>;
  /** The question asked before is answered. */
  onDone: () => void;
};

/** How a document leaves the review besides by approval, and how it comes back. What is unsaved is saved first. */
export function useDocumentOutcomes({ detail: { document }, outbox, run, goOn, onDone }: OutcomesInput) {
  const client = useQueryClient();
  const router = useRouter();
  const { id, name } = document;
  const reject = useRejectDocument(id);
  const reopen = useReopenDocument(id);
  const postpone = usePostponeDocument(id);
  return {
    reopen: () => void run(() => reopen.mutateAsync({ revision: document.revision })),
    reject: (reason: string) =>
      void run(async () => {
        const { document: saved } = await outbox.flush(SAVE_LIMIT_MS);
        const effort = readEffort(id);
        await reject.mutateAsync({ revision: saved.revision, reason, ...(effort ? { effort } : {}) });
        endEffort(id);
        onDone();
        showToast({
          tone: 'ok',
          title: `${saved.name} is rejected`,
          action: { label: 'Reopen', onPress: () => router.push(`/documents/${id}`) },
        });
        await goOn();
      }),
    postpone: (postponed: { until: string; reason: string }) =>
      void run(async () => {
        await outbox.flush(SAVE_LIMIT_MS);
        await postpone.mutateAsync(postponed);
        onDone();
        showToast({ tone: 'ok', title: `${name} is postponed until ${formatDayAndTime(postponed.until)}` });
        await goOn();
      }),
    remove: () =>
      void run(async () => {
        await removeDocument(id);
        router.push('/documents');
        await client.invalidateQueries({ queryKey: ['documents', 'list'] });
      }),
  };
}

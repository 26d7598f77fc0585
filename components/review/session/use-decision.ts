'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useCallback, useState } from 'react';
import { showToast } from '#components/ui/layers/toast.tsx';
import { useApproveDocument } from '#lib/client/documents/document.ts';
import { documentKeys } from '#lib/client/documents/documents.ts';
import { findConnection } from '#lib/client/http/connection.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { ActionOutbox } from '#lib/client/review/action-outbox.ts';
import { approveSeen } from '#lib/client/review/approve-seen.ts';
import { endEffort, readEffort } from '#lib/client/review/effort-meter.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { approveBehind, tellApproved } from './tell-approval.ts';
import { findActionOutbox } from './use-action-outbox.ts';

/** What is unsaved must be saved within this before a decision. */
export const SAVE_LIMIT_MS = 15_000;

/** A request that goes out while the page is being left carries 64 kB at most; of more flags none is looked at one by one. */
const MOST_SEEN = 500;

type DecisionOptions = {
  detail: DeskDocumentDetail;
  outbox: ActionOutbox;
  personId: string;
  line: { goOn: () => Promise<void>; hasNext: () => boolean };
  /** The questions asked before are answered. */
  onDecided: () => void;
};

/**
 * Approving, and what else is waited for. `run` does work during which the screen is busy and tells what refused it (then null);
 * `decide` saves what is unsaved, approves and goes on.
 */
export function useDecision({ detail, outbox, personId, line, onDecided }: DecisionOptions) {
  const client = useQueryClient();
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const { id, name, first_approval } = detail.document;
  const approve = useApproveDocument(id);
  const run = useCallback(
    async <T>(work: () => Promise<T>): Promise<T | null> => {
      setBusy(true);
      try {
        return await work();
      } catch (error) {
        const present = error instanceof ProblemError ? error.extra?.detail : undefined;
        // The refusal of an old revision brings the document as it is now.
        if (present) client.setQueryData(documentKeys.detail(id), present);
        showToast({ tone: 'bad', title: errorMessage(error) });
        return null;
      } finally {
        setBusy(false);
      }
    },
    [client, id],
  );

  const decide = async (signOff: boolean) => {
    const open = (which: string) => router.push(`/documents/${which}`);
    // what comes after it, also while it is sent again, is no work on this document
    const effort = readEffort(id);
    const shown = [...detail.flags, ...outbox.present().flags].map(({ pointer, reason }) => ({ pointer, reason }));
    const seen = signOff && shown.length <= MOST_SEEN ? { seen_flags: shown } : {};
    const send = approveSeen({
      findOutbox: () => findActionOutbox(id) ?? outbox,
      approve: async (revision) => {
        const decided = await approve.mutateAsync({ revision, sign_off: signOff, ...seen, ...(effort ? { effort } : {}) });
        endEffort(id);
        return decided;
      },
      limitMs: SAVE_LIMIT_MS,
    });
    // With the next document at hand nobody waits for the answer; a refusal is told, and leads back.
    const isExpected = outbox.isHealthy() && findConnection() !== 'offline' && first_approval?.id !== personId;
    if (line.hasNext() && isExpected) {
      onDecided();
      approveBehind(client, { id, name }, send, open);
    } else {
      const decided = await run(send);
      if (!decided) return;
      onDecided();
      tellApproved(decided, open);
    }
    await line.goOn();
  };
  return { run, decide, isBusy };
}

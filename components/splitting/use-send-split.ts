'use client';

import { useRef } from 'react';
import { countDocuments } from '#components/shared/splitting/split-words.ts';
import { showToast } from '#components/ui/layers/toast.tsx';
import { useAcceptSplit } from '#lib/client/documents/splitting.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { newId } from '#lib/client/http/new-id.ts';
import { isUnchanged } from '#lib/document/splitting/find-plan-faults.ts';
import type { toRequest } from '#lib/document/splitting/split-plan.ts';

/** Splits the document as planned, where the plan changes anything. `onSplit` is called when it is done. */
export function useSendSplit(
  document: { id: string; name: string },
  request: ReturnType<typeof toRequest>,
  mayEdit: boolean,
  onSplit: () => void,
) {
  const accept = useAcceptSplit(document.id);
  // sending the same plan again is the same request, another plan is another one
  const sent = useRef({ plan: '', id: '' });
  const canAccept = mayEdit && request.documents.length > 0 && !isUnchanged(request) && !accept.isPending;
  const send = () => {
    if (!canAccept) return;
    const plan = JSON.stringify(request);
    if (sent.current.plan !== plan) sent.current = { plan, id: newId() };
    accept.mutate(
      { id: sent.current.id, ...request },
      {
        onSuccess: () => {
          onSplit();
          showToast({ tone: 'ok', title: `${document.name} became ${countDocuments(request.documents.length)}` });
        },
        onError: (error) => showToast({ tone: 'bad', title: errorMessage(error) }),
      },
    );
  };
  return { canAccept, isAccepting: accept.isPending, send };
}

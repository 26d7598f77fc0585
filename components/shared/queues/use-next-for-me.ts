'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { usePathname, useRouter } from 'next/navigation';
import { useCurrentUser } from '#components/shared/current-user.ts';
import { showToast } from '#components/ui/layers/toast.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { findFirstInList, findWorklist, keepWorklist } from '#lib/client/review/worklist.ts';
import { pullNext, queuesQuery } from '#lib/client/team/queues.ts';

/**
 * Opens the next document for this person, found and locked by the desk, and goes on in its queue afterwards. Without a queue
 * it is the queue worked through now, else the first that has something, else what waits in none; on a desk without queues the
 * list's next document.
 */
export function useNextForMe() {
  const router = useRouter();
  const pathname = usePathname();
  const client = useQueryClient();
  const { id: personId } = useCurrentUser();
  return useMutation({
    mutationFn: async (queueId: string | null) => {
      const line = findWorklist();
      const after = /^\/documents\/([0-9a-f-]{36})$/.exec(pathname)?.[1];
      const options = after ? { after } : {};
      const present = queueId ?? ('queue' in line ? line.queue.id : null);
      const pulled = await pullNext(present, options).catch((error) => {
        // the queue worked through until now may be gone
        if (queueId === null && present !== null) return pullNext(null, options);
        throw error;
      });
      const found = pulled.document || queueId !== null || present === null ? pulled : await pullNext(null, options);
      if (found.document || queueId !== null || (await client.fetchQuery(queuesQuery)).items.length > 0)
        return { ...found, hasQueues: true };
      return { queue: null, document: await findFirstInList(personId, after), hasQueues: false };
    },
    onSuccess: ({ queue, document, hasQueues }) => {
      if (document) {
        if (queue) keepWorklist({ queue });
        else if (hasQueues) keepWorklist({ rest: true });
        router.push(`/documents/${document.id}`);
      } else {
        const where = queue ? ` in ${queue.name}` : '';
        const title = `No documents are waiting for you${where}`;
        showToast({ tone: 'info', title, detail: 'Documents that others have open or that are assigned to others are not included.' });
      }
    },
    onError: (error) => showToast({ tone: 'bad', title: 'The next document could not be opened', detail: errorMessage(error) }),
  });
}

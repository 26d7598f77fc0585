'use client';

import { useMutation } from '@tanstack/react-query';
import { usePathname, useRouter } from 'next/navigation';
import { showToast } from '#components/ui/toast.tsx';
import { errorMessage } from '#lib/client/error-message.ts';
import { pullNext } from '#lib/client/queues.ts';
import { findReviewLine, keepReviewLine } from '#lib/client/review-line.ts';

/**
 * Opens the next document for this person, found and locked by the desk, and goes on in its queue afterwards. Without a queue
 * it is the queue worked through now, else the first that has something.
 */
export function useNextForMe() {
  const router = useRouter();
  const pathname = usePathname();
  return useMutation({
    mutationFn: async (queueId: string | null) => {
      const line = findReviewLine();
      const after = /^\/documents\/([0-9a-f-]{36})$/.exec(pathname)?.[1];
      const options = after ? { after } : {};
      const present = queueId ?? ('queue' in line ? line.queue.id : null);
      const pulled = await pullNext(present, options).catch((error) => {
        // the queue worked through until now may be gone
        if (queueId === null && present !== null) return pullNext(null, options);
        throw error;
      });
      return pulled.document || queueId !== null || present === null ? pulled : pullNext(null, options);
    },
    onSuccess: ({ queue, document }) => {
      if (queue && document) {
        keepReviewLine({ queue });
        router.push(`/documents/${document.id}`);
      } else {
        const title = queue ? `Nothing waits for you in ${queue.name}` : 'Nothing waits for you in any queue';
        showToast({ tone: 'info', title, detail: 'What others have open, or was given to others, is not counted.' });
      }
    },
    onError: (error) => showToast({ tone: 'bad', title: 'The next document could not be had', detail: errorMessage(error) }),
  });
}

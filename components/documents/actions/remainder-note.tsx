'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCurrentUser } from '#components/shared/current-user.ts';
import { countOf } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { type BulkRemainder, forgetRemainder, listRemainders } from '#lib/client/documents/bulk-remainder.ts';
import { documentQuery } from '#lib/client/documents/document.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { BulkQuestions, questionName, readQuestion } from './bulk-questions.tsx';

/** Says what an action on many documents had not come to when its page went, and goes on with it. */
export function RemainderNote() {
  const { id: personId } = useCurrentUser();
  const client = useQueryClient();
  const [remainder, setRemainder] = useState<BulkRemainder | null>(null);
  const [documents, setDocuments] = useState<DeskDocument[] | null>(null);
  const [isLoading, setLoading] = useState(false);
  // after the first drawing, because the server knows nothing of this browser
  useEffect(() => setRemainder(findRemainder(personId)), [personId]);
  const question = remainder && readQuestion(remainder.action);
  if (!remainder || !question) return null;
  const goOn = async () => {
    setLoading(true);
    try {
      setDocuments(
        await listFresh(remainder.ids, async (id) => (await client.fetchQuery({ ...documentQuery(id), staleTime: 0 })).document),
      );
    } catch (error) {
      showToast({ tone: 'bad', title: 'The documents could not be loaded', detail: errorMessage(error) });
    } finally {
      setLoading(false);
    }
  };
  const leave = () => {
    forgetRemainder(remainder);
    setDocuments(null);
    setRemainder(findRemainder(personId));
  };
  const { ids, total } = remainder;
  return (
    <>
      <Notice
        tone="warn"
        className="mx-3 my-2 shrink-0"
        actions={
          <>
            <Button size="small" onPress={() => void goOn()} isPending={isLoading}>
              Go on with {countOf(ids.length, 'document')}
            </Button>
            <Button size="small" variant="quiet" onPress={leave}>
              Leave them
            </Button>
          </>
        }
      >
        {questionName(question)} ended when its page was closed: {(total - ids.length).toLocaleString('en')} of {countOf(total, 'document')}{' '}
        were done.
      </Notice>
      {documents ? (
        <BulkQuestions
          documents={documents}
          open={question}
          // what it does not come to is kept anew
          onStart={() => forgetRemainder(remainder)}
          onClose={() => setDocuments(null)}
          onDone={leave}
        />
      ) : null}
    </>
  );
}

function findRemainder(personId: string): BulkRemainder | null {
  return listRemainders(personId).find(({ action }) => readQuestion(action) !== null) ?? null;
}

const AT_ONCE = 4;

/** The documents as they are now, without those that are deleted. */
async function listFresh(ids: readonly string[], get: (id: string) => Promise<DeskDocument>): Promise<DeskDocument[]> {
  const found = new Map<string, DeskDocument>();
  const waiting = [...ids];
  const next = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        found.set(id, await get(id));
      } catch (error) {
        if (!(error instanceof ProblemError && error.code === 'not_found')) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return ids.flatMap((id) => found.get(id) ?? []);
}

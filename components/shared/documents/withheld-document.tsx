'use client';

import { Button, LinkButton } from '#components/ui/button.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useCheckSample } from '#lib/client/review/sample-check.ts';

/** In place of a document whose values are withheld from this person, who is to enter them as a quality sample. */
export function WithheldDocument({ documentId }: { documentId: string }) {
  const check = useCheckSample(documentId);
  const onError = (error: Error) => showToast({ tone: 'bad', title: 'The values cannot be shown', detail: errorMessage(error) });
  return (
    <div className="mx-auto flex max-w-120 flex-col items-center gap-2 px-6 py-14 text-center">
      <h1 className="font-semibold text-lg">You are checking this document as a quality sample</h1>
      <p className="text-ink-muted">
        Its approved values come back once you have entered yours. If you have them shown now, none of this sample counts as blind.
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <LinkButton variant="primary" href={`/queues/quality-samples/${documentId}`}>
          Go to the sample
        </LinkButton>
        <Button isPending={check.isPending} onPress={() => check.mutate({ entered: [] }, { onError })}>
          Show the values
        </Button>
      </div>
    </div>
  );
}

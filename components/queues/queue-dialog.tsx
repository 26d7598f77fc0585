'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { FormDialog } from '#components/ui/layers/form-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { peopleNamesQuery } from '#lib/client/documents/assignment.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useSaveQueue } from '#lib/client/team/queues.ts';
import { type Queue, type QueueDraft, queueDraftSchema } from '#lib/contract/desk/queue.ts';
import { DistributionPart, DocumentsPart, RulesPart } from './queue-parts.tsx';

const EMPTY = { ...queueDraftSchema.parse({ name: 'x' }), name: '' };

/** Makes a queue or changes one. */
export function QueueDialog({ queue, onClose }: { queue: Queue | null; onClose: () => void }) {
  const [draft, setDraft] = useState<QueueDraft>(queue?.draft ?? EMPTY);
  const [problem, setProblem] = useState<string | null>(null);
  const people = useQuery(peopleNamesQuery);
  const save = useSaveQueue();
  const set = (change: Partial<QueueDraft>) => setDraft((before) => ({ ...before, ...change }));
  const names = people.data ?? [];
  const submit = () => {
    const parsed = queueDraftSchema.safeParse(draft);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return setProblem(
        issue?.code === 'too_small' && issue.origin === 'number'
          ? 'Correct the number of hours.'
          : (issue?.message ?? 'Fill in all required fields.'),
      );
    }
    setProblem(null);
    save.mutate({ id: queue?.id ?? null, draft: parsed.data }, { onSuccess: onClose, onError: (error) => setProblem(errorMessage(error)) });
  };
  return (
    <FormDialog
      title={queue ? `Edit ${queue.draft.name}` : 'New queue'}
      isOpen
      onClose={onClose}
      width="medium"
      submitLabel={queue ? 'Save' : 'Create queue'}
      onSubmit={submit}
      isPending={save.isPending}
    >
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <TextField label="Name" value={draft.name} onChange={(name) => set({ name })} maxLength={100} autoFocus />
      <DocumentsPart draft={draft} set={set} names={names} />
      <DistributionPart draft={draft} set={set} names={names} />
      <RulesPart draft={draft} set={set} names={names} />
    </FormDialog>
  );
}

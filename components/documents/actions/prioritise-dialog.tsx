'use client';

import { useState } from 'react';
import { countOf } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { useForEachDocument } from '#lib/client/documents/documents.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { prioritiseDocument } from '#lib/client/team/queues.ts';
import { type Prioritise, prioritySchema } from '#lib/contract/desk/queue.ts';

const PRIORITIES = [
  { id: 'keep', label: 'No change' },
  { id: '2', label: 'Urgent' },
  { id: '1', label: 'High' },
  { id: '0', label: 'Normal' },
  { id: '-1', label: 'Low' },
] as const;
const DUES = [
  { id: 'keep', label: 'No change' },
  { id: 'on', label: 'On a date …' },
  { id: 'none', label: 'No due date' },
] as const;

/** Sets priority and due date of documents. */
export function PrioritiseDialog({ ids, onClose, onDone }: { ids: string[]; onClose: () => void; onDone: () => void }) {
  const [priority, setPriority] = useState<(typeof PRIORITIES)[number]['id']>('keep');
  const [due, setDue] = useState<(typeof DUES)[number]['id']>('keep');
  const [moment, setMoment] = useState('');
  const body: Prioritise = {
    ...(priority === 'keep' ? {} : { priority: prioritySchema.parse(Number(priority)) }),
    ...(due === 'none' ? { due_at: null } : due === 'on' && moment ? { due_at: new Date(moment).toISOString() } : {}),
  };
  const isSaying = Object.keys(body).length > 0 && (due !== 'on' || moment !== '');
  const set = useForEachDocument((id) => prioritiseDocument(id, body));
  const run = () =>
    set.mutate(ids, {
      onSuccess: ({ done, failed }) => {
        if (failed.length) {
          showToast({ tone: 'bad', title: `${countOf(failed.length, 'document')} not changed`, detail: errorMessage(failed[0]?.error) });
        } else showToast({ tone: 'ok', title: `${countOf(done.length, 'document')} changed` });
        onDone();
      },
    });
  return (
    <Dialog
      title="Priority and due date"
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button size="large" onPress={onClose}>
            Cancel
          </Button>
          <Button size="large" variant="primary" isDisabled={!isSaying} isPending={set.isPending} onPress={run}>
            Change {countOf(ids.length, 'document')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-2 gap-3">
        <Select label="Priority" options={PRIORITIES} value={priority} onChange={setPriority} autoFocus />
        <Select label="Due" options={DUES} value={due} onChange={setDue} />
        {due === 'on' ? (
          <label className="col-span-2 block">
            <span className="mb-1 block font-medium text-xs">Due at</span>
            <input
              type="datetime-local"
              value={moment}
              onChange={(event) => setMoment(event.target.value)}
              className="control h-8 w-full px-2.5 text-sm"
            />
          </label>
        ) : null}
      </div>
    </Dialog>
  );
}

'use client';

import { useState } from 'react';
import { Select } from '#components/ui/inputs/select.tsx';
import { prioritiseDocument } from '#lib/client/documents/assignment.ts';
import { type Prioritise, prioritySchema } from '#lib/contract/desk/queue.ts';
import type { BulkActionProps } from './bulk-decisions.tsx';
import { BulkDialog } from './bulk-dialog.tsx';

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
export function BulkPrioritise(props: BulkActionProps) {
  const [priority, setPriority] = useState<(typeof PRIORITIES)[number]['id']>('keep');
  const [due, setDue] = useState<(typeof DUES)[number]['id']>('keep');
  const [moment, setMoment] = useState('');
  const [isMissing, setMissing] = useState(false);
  const body: Prioritise = {
    ...(priority === 'keep' ? {} : { priority: prioritySchema.parse(Number(priority)) }),
    ...(due === 'none' ? { due_at: null } : due === 'on' && moment ? { due_at: new Date(moment).toISOString() } : {}),
  };
  const isSaying = Object.keys(body).length > 0 && (due !== 'on' || moment !== '');
  return (
    <BulkDialog
      {...props}
      title="Priority and due date"
      verb="Change"
      past="changed"
      leaves={() => null}
      onBegin={() => {
        setMissing(!isSaying);
        return isSaying;
      }}
      step={async (document) => {
        const before: Prioritise = {
          ...(body.priority === undefined ? {} : { priority: prioritySchema.nullable().parse(document.priority) }),
          ...(body.due_at === undefined ? {} : { due_at: document.due_at }),
        };
        await prioritiseDocument(document.id, { ...body, expected: before });
        return { kind: 'prioritise', body: { ...before, expected: body } };
      }}
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
      {isMissing && !isSaying ? (
        <p role="alert" className="text-bad text-sm">
          {due === 'on' ? 'Enter a date and a time.' : 'Choose a priority or a due date.'}
        </p>
      ) : null}
    </BulkDialog>
  );
}

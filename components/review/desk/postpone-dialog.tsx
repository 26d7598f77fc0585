'use client';

import { useState } from 'react';
import { ReasonField } from '#components/shared/documents/reason-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { SubmitKbd } from '#components/ui/layers/submit-kbd.tsx';

type When = 'hour' | 'tomorrow' | 'monday' | 'chosen';

const CHOICES = [
  { id: 'hour', label: 'In an hour' },
  { id: 'tomorrow', label: 'Tomorrow at 9:00' },
  { id: 'monday', label: 'On Monday at 9:00' },
  { id: 'chosen', label: 'At another time …' },
] as const satisfies { id: When; label: string }[];

function atNine(days: number): Date {
  const date = new Date();
  date.setDate(date.getDate() + days);
  date.setHours(9, 0, 0, 0);
  return date;
}

/** The moment that is meant, or null while none is chosen. `chosen` is local time as the browser's field gives it. */
function momentOf(when: When, chosen: string): Date | null {
  if (when === 'hour') return new Date(Date.now() + 3_600_000);
  if (when === 'tomorrow') return atNine(1);
  if (when === 'monday') return atNine(((8 - new Date().getDay()) % 7) + (new Date().getDay() === 1 ? 7 : 0));
  const date = new Date(chosen);
  return Number.isNaN(date.getTime()) ? null : date;
}

type PostponeDialogProps = {
  isBusy: boolean;
  onClose: () => void;
  onPostpone: (postponed: { until: string; reason: string }) => void;
};

/** Asks until when a document should wait, and why. */
export function PostponeDialog({ isBusy, onClose, onPostpone }: PostponeDialogProps) {
  const [when, setWhen] = useState<When>('tomorrow');
  const [chosen, setChosen] = useState('');
  const [reason, setReason] = useState('');
  const until = momentOf(when, chosen);
  const [isMissing, setMissing] = useState(false);
  const isPast = until !== null && until.getTime() <= Date.now();
  const submit = () => {
    if (isBusy || until === null || isPast) return;
    if (reason.trim() === '') setMissing(true);
    else onPostpone({ until: until.toISOString(), reason });
  };
  return (
    <Dialog
      title="Postpone the document"
      isOpen
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isPending={isBusy} isDisabled={until === null || isPast} onPress={submit}>
            Postpone <SubmitKbd />
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        <p className="text-ink-muted">The document leaves the queue and comes back automatically.</p>
        <Select label="Until" options={CHOICES} value={when} onChange={(id) => setWhen(id as When)} />
        {when === 'chosen' ? (
          <TextField
            label="Date and time"
            type="datetime-local"
            value={chosen}
            onChange={setChosen}
            error={isPast ? 'Choose a time in the future.' : undefined}
          />
        ) : null}
        <ReasonField
          value={reason}
          onChange={(text) => {
            setReason(text);
            setMissing(false);
          }}
          maxLength={500}
          description="For example: waiting for a reply from the sender."
          isMissing={isMissing}
        />
      </div>
    </Dialog>
  );
}

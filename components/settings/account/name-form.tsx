'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { errorMessage, fieldErrors } from '#lib/client/http/error-message.ts';
import { useChangeName } from '#lib/client/team/account.ts';

/** The name that others see. */
export function NameForm({ name }: { name: string }) {
  const change = useChangeName();
  const [draft, setDraft] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(draft.trim(), {
      onSuccess: () => showToast({ tone: 'ok', title: 'Name changed', detail: 'Earlier entries in the history keep the old name.' }),
    });
  };
  const wrong = fieldErrors(change.error)['/name'] ?? (change.isError ? errorMessage(change.error) : undefined);
  return (
    <form onSubmit={submit} className="flex max-w-105 items-start gap-2">
      <TextField
        aria-label="Name"
        autoComplete="name"
        value={draft}
        onChange={(value) => {
          // the mark of a wrong name holds the form back
          change.reset();
          setDraft(value);
        }}
        error={wrong}
        isRequired
        className="flex-1"
      />
      <Button type="submit" size="large" isPending={change.isPending} isDisabled={draft.trim() === name || draft.trim() === ''}>
        Save
      </Button>
    </form>
  );
}

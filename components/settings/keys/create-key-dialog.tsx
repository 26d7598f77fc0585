'use client';

import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Checkbox } from '#components/ui/inputs/checkbox.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { Dialog } from '#components/ui/layers/dialog.tsx';
import { FormDialog } from '#components/ui/layers/form-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage, fieldErrors } from '#lib/client/http/error-message.ts';
import { useCreateApiKey } from '#lib/client/team/api-keys.ts';
import type { KeyScope } from '#lib/contract/desk/api-key.ts';
import { CopyField } from '../copy-field.tsx';

const DAY_MS = 24 * 60 * 60 * 1000;
const LIVES = [
  { id: '30', label: '30 days' },
  { id: '90', label: '90 days' },
  { id: '365', label: '1 year' },
  { id: 'never', label: 'Until revoked' },
] as const;
type Life = (typeof LIVES)[number]['id'];
const SCOPES: { id: KeyScope; label: string }[] = [
  { id: 'read', label: 'Read: documents, pages, jobs and their results, schemas' },
  { id: 'submit', label: 'Submit: documents and jobs' },
  { id: 'admin', label: 'Admin: remove documents, change schemas, manage keys' },
];

/** Asks for name, scopes and life of a key, then shows the key, once. */
export function CreateKeyDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const create = useCreateApiKey();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read', 'submit']);
  const [life, setLife] = useState<Life>('365');
  const wrong = fieldErrors(create.error);
  const close = () => {
    create.reset();
    setName('');
    onClose();
  };
  const submit = () => {
    const expires_at = life === 'never' ? null : new Date(Date.now() + Number(life) * DAY_MS).toISOString();
    create.mutate({ name: name.trim(), scopes: [...scopes], expires_at });
  };
  if (create.data) {
    return (
      <Dialog
        title={`Key “${create.data.name}”`}
        isOpen={isOpen}
        onClose={close}
        isDismissable={false}
        footer={
          <Button size="large" variant="primary" onPress={close}>
            Done
          </Button>
        }
      >
        <p className="mb-3 text-ink-muted">Keep it in a secret store, and send it as “Authorization: Bearer …”.</p>
        <CopyField label="Key" value={create.data.key} description="It is not shown again." />
      </Dialog>
    );
  }
  return (
    <FormDialog
      title="New API key"
      isOpen={isOpen}
      onClose={close}
      submitLabel="Create key"
      onSubmit={submit}
      isPending={create.isPending}
      isDisabled={scopes.length === 0}
    >
      {create.isError && !wrong['/name'] ? <Notice tone="bad">{errorMessage(create.error)}</Notice> : null}
      <TextField
        label="What is it for?"
        placeholder="Scanner in the post room"
        maxLength={80}
        value={name}
        onChange={(value) => {
          // the mark of a wrong name holds the form back
          create.reset();
          setName(value);
        }}
        error={wrong['/name']}
        isRequired
        autoFocus
      />
      <ScopeChoices scopes={scopes} onChange={setScopes} />
      <Select label="Valid for" options={LIVES} value={life} onChange={setLife} />
    </FormDialog>
  );
}

function ScopeChoices({ scopes, onChange }: { scopes: readonly KeyScope[]; onChange: (scopes: readonly KeyScope[]) => void }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 font-medium text-xs">Permissions</legend>
      {SCOPES.map(({ id, label }) => (
        <Checkbox
          key={id}
          isSelected={scopes.includes(id)}
          onChange={(isOn) => onChange(isOn ? [...scopes, id] : scopes.filter((scope) => scope !== id))}
        >
          {label}
        </Checkbox>
      ))}
    </fieldset>
  );
}

'use client';

import { useState } from 'react';
import { Select } from '#components/ui/inputs/select.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { FormDialog } from '#components/ui/layers/form-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { errorMessage, fieldErrors } from '#lib/client/http/error-message.ts';
import { useCreateInvitation } from '#lib/client/team/people.ts';
import type { Role } from '#lib/contract/desk/user.ts';
import { ROLE_OPTIONS } from '../role-options.ts';
import { LinkDialog } from './link-dialog.tsx';

const LIVES = [
  { id: '1', label: '1 day' },
  { id: '7', label: '7 days' },
  { id: '30', label: '30 days' },
] as const;

/** Asks for role, address and time of an invitation, then shows its link. */
export function InviteDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const create = useCreateInvitation();
  const [role, setRole] = useState<Role>('reviewer');
  const [email, setEmail] = useState('');
  const [days, setDays] = useState<'1' | '7' | '30'>('7');
  const wrong = fieldErrors(create.error);
  const close = () => {
    create.reset();
    setEmail('');
    onClose();
  };
  const submit = () => {
    create.mutate({ role, email: email.trim() || null, days: Number(days) });
  };
  return (
    <>
      <FormDialog
        title="Invite someone"
        isOpen={isOpen && !create.data}
        onClose={close}
        submitLabel="Create link"
        onSubmit={submit}
        isPending={create.isPending}
      >
        {create.isError && Object.keys(wrong).length === 0 ? <Notice tone="bad">{errorMessage(create.error)}</Notice> : null}
        <Select label="Role" options={ROLE_OPTIONS} value={role} onChange={setRole} />
        <TextField
          label="E-mail (optional)"
          type="email"
          description="If you enter an address, only that address can join. No e-mail is sent; share the link yourself."
          value={email}
          onChange={(value) => {
            // the mark of a wrong address holds the form back
            create.reset();
            setEmail(value);
          }}
          error={wrong['/email']}
        />
        <Select label="Link valid for" options={LIVES} value={days} onChange={setDays} />
      </FormDialog>
      <LinkDialog
        title="Invitation"
        link={create.data ?? null}
        onClose={close}
        words="Share this link with the person. It works once, for whoever opens it first."
      />
    </>
  );
}

'use client';

import { KeyRound, ShieldAlert, ShieldCheck, UserRoundX } from 'lucide-react';
import { useCurrentUser } from '#components/shared/current-user.ts';
import { formatFullMoment, formatMoment } from '#components/shared/format.ts';
import { Badge } from '#components/ui/badge.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { BodyCell, HeadCell } from '#components/ui/table.tsx';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { useChangePerson } from '#lib/client/team/people.ts';
import type { Person } from '#lib/contract/desk/people.ts';
import { FramedTable } from '../framed-table.tsx';
import { ROLE_OPTIONS } from '../role-options.ts';
import { PersonMenu } from './person-menu.tsx';

export type PeopleTableProps = { people: readonly Person[]; isTwoFactorRequired: boolean };

/** Everybody, one a line; on a narrow screen how they sign in and when they were seen stands below the name. */
export function PeopleTable({ people, isTwoFactorRequired }: PeopleTableProps) {
  return (
    <FramedTable label="People">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell className="w-40 max-md:w-32">Role</HeadCell>
          <HeadCell className="max-md:hidden">Signs in with</HeadCell>
          <HeadCell className="max-md:hidden">Last seen</HeadCell>
          <HeadCell className="w-10">
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {people.map((person) => (
          <PersonRow key={person.id} person={person} isTwoFactorRequired={isTwoFactorRequired} />
        ))}
      </tbody>
    </FramedTable>
  );
}

function PersonRow({ person, isTwoFactorRequired }: { person: Person; isTwoFactorRequired: boolean }) {
  const me = useCurrentUser();
  const change = useChangePerson();
  return (
    <tr>
      <BodyCell className="w-full max-w-0 py-1.5 md:min-w-48 max-md:align-top">
        <span className="flex items-center gap-2">
          <span className="truncate font-medium">{person.name}</span>
          {person.id === me.id ? <Badge>You</Badge> : null}
          {person.active ? null : (
            <Badge tone="warn" icon={<UserRoundX size={12} aria-hidden />}>
              Switched off
            </Badge>
          )}
        </span>
        <span className="block truncate text-ink-muted text-xs">{person.email}</span>
        <div className="mt-1 md:hidden">
          <SignsInWith person={person} isTwoFactorRequired={isTwoFactorRequired} />
          <p className="mt-1 text-ink-muted text-xs">
            <LastSeen person={person} />
          </p>
        </div>
      </BodyCell>
      <BodyCell className="py-1.5 max-md:px-0 max-md:align-top">
        <Select
          aria-label={`Role of ${person.name}`}
          dense
          options={ROLE_OPTIONS}
          value={person.role}
          isDisabled={change.isPending}
          onChange={(role) => {
            if (role === person.role) return;
            change.mutate(
              { id: person.id, role },
              { onError: (error) => showToast({ tone: 'bad', title: 'Role not changed', detail: errorMessage(error) }) },
            );
          }}
        />
      </BodyCell>
      <BodyCell className="max-md:hidden">
        <SignsInWith person={person} isTwoFactorRequired={isTwoFactorRequired} />
      </BodyCell>
      <BodyCell className="whitespace-nowrap text-ink-muted max-md:hidden">
        <LastSeen person={person} />
      </BodyCell>
      <BodyCell className="max-md:px-1.5 max-md:py-1.5 max-md:align-top">
        <PersonMenu person={person} />
      </BodyCell>
    </tr>
  );
}

function SignsInWith({ person, isTwoFactorRequired }: { person: Person; isTwoFactorRequired: boolean }) {
  return (
    <span className="flex flex-wrap gap-1">
      {person.has_password ? <Badge icon={<KeyRound size={12} aria-hidden />}>Password</Badge> : null}
      {person.two_factor ? (
        <Badge tone="ok" icon={<ShieldCheck size={12} aria-hidden />}>
          Two-factor
        </Badge>
      ) : isTwoFactorRequired && person.has_password ? (
        <Badge tone="warn" icon={<ShieldAlert size={12} aria-hidden />}>
          Two-factor missing
        </Badge>
      ) : null}
      {person.company ? <Badge>Company</Badge> : null}
    </span>
  );
}

function LastSeen({ person }: { person: Person }) {
  if (!person.last_seen_at) return 'Never seen';
  return (
    <>
      <span className="md:hidden">Seen </span>
      <time dateTime={person.last_seen_at} title={formatFullMoment(person.last_seen_at)}>
        {formatMoment(person.last_seen_at)}
      </time>
    </>
  );
}

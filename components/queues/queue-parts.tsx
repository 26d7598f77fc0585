'use client';

import { useQuery } from '@tanstack/react-query';
import { HoursField } from '#components/shared/queues/hours-field.tsx';
import { PrioritySelect } from '#components/shared/queues/priority-select.tsx';
import { MODE_WORDS, ORDER_WORDS } from '#components/shared/queues/queue-words.ts';
import { Checkbox } from '#components/ui/inputs/checkbox.tsx';
import { Select } from '#components/ui/inputs/select.tsx';
import { Switch } from '#components/ui/inputs/switch.tsx';
import { TextField } from '#components/ui/inputs/text-field.tsx';
import { deploymentChoicesQuery } from '#lib/client/team/deployments.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import type { QueueDraft, QueueFilter } from '#lib/contract/desk/queue.ts';
import { OrderNote } from './order-note.tsx';
import { ValueRules } from './value-rules.tsx';

const STATES = [
  { id: 'to_review', label: 'To review' },
  { id: 'indexed', label: 'Needs a schema' },
  { id: 'failed', label: 'Failed' },
] as const;
const FLAGS = [
  { id: 'any', label: 'With or without flags' },
  { id: 'true', label: 'With flags' },
  { id: 'false', label: 'Without flags' },
] as const;

const optionsOf = <Id extends string>(words: Record<Id, string>) => (Object.keys(words) as Id[]).map((id) => ({ id, label: words[id] }));

type QueuePartProps = {
  draft: QueueDraft;
  set: (change: Partial<QueueDraft>) => void;
  /** All people who can be chosen. */
  names: readonly { id: string; name: string }[];
};

/** Which documents a queue holds. */
export function DocumentsPart({ draft, set, names }: QueuePartProps) {
  const schemas = useQuery(schemasQuery);
  const { data: deployments } = useQuery(deploymentChoicesQuery);
  const setFilter = (change: Partial<QueueFilter>) => set({ filter: { ...draft.filter, ...change } });
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-sm">Documents</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select
          label="State"
          options={STATES}
          value={draft.filter.states[0] ?? 'to_review'}
          onChange={(state) => setFilter({ states: [state] })}
        />
        <Select
          label="Schema"
          options={[{ id: '', label: 'Any schema' }, ...(schemas.data ?? []).map(({ id, name }) => ({ id, label: name }))]}
          value={draft.filter.schema_id ?? ''}
          onChange={(id) => setFilter({ schema_id: id || undefined, where: undefined })}
        />
        <TextField
          label="Folder"
          placeholder="Any folder"
          value={draft.filter.folder ?? ''}
          onChange={(folder) => setFilter({ folder: folder || undefined })}
        />
        <TextField
          label="Name contains"
          placeholder="Any name"
          value={draft.filter.q ?? ''}
          onChange={(q) => setFilter({ q: q || undefined })}
          maxLength={200}
        />
        <Select
          label="Flags"
          options={FLAGS}
          value={draft.filter.flagged === undefined ? 'any' : draft.filter.flagged ? 'true' : 'false'}
          onChange={(id) => setFilter({ flagged: id === 'any' ? undefined : id === 'true' })}
        />
        <Select
          label="Assigned to"
          options={[
            { id: '', label: 'Anyone' },
            { id: 'nobody', label: 'Nobody' },
            { id: 'me', label: 'The current user' },
            ...names.map(({ id, name }) => ({ id, label: name })),
          ]}
          value={draft.filter.assigned_to ?? ''}
          onChange={(id) => setFilter({ assigned_to: id || undefined })}
        />
        {(deployments?.length ?? 0) > 1 || draft.filter.deployment_id ? (
          <Select
            label="Deployment"
            options={[
              { id: '', label: 'Any deployment' },
              ...(deployments ?? []).map(({ id, name }) => ({ id, label: name })),
              ...goneDeployment(draft, deployments),
            ]}
            value={draft.filter.deployment_id ?? ''}
            onChange={(id) => setFilter({ deployment_id: id || undefined })}
          />
        ) : null}
      </div>
      <ValueRules filter={draft.filter} schemas={schemas.data} onChange={(where) => setFilter({ where })} />
    </fieldset>
  );
}

/** In which order a queue is worked, and by whom. */
export function DistributionPart({ draft, set, names }: QueuePartProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-sm">How work is distributed</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        <Select label="Order" options={optionsOf(ORDER_WORDS)} value={draft.order} onChange={(order) => set({ order })} />
        <Select label="Distribution" options={optionsOf(MODE_WORDS)} value={draft.mode} onChange={(mode) => set({ mode })} />
      </div>
      {draft.order === 'worst' ? <OrderNote schemaId={draft.filter.schema_id ?? null} /> : null}
      <Members names={names} draft={draft} onChange={(members) => set({ members })} />
    </fieldset>
  );
}

/** What else is done with the documents of a queue. */
export function RulesPart({ draft, set, names }: QueuePartProps) {
  return (
    <fieldset>
      <legend className="mb-2 font-semibold text-sm">Rules</legend>
      <Switch isSelected={draft.second_approval} onChange={(second_approval) => set({ second_approval })}>
        Two different people must approve
      </Switch>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        <PrioritySelect label="Priority of new documents" value={draft.priority} onChange={(priority) => set({ priority })} />
        <HoursField label="Due after (hours)" value={draft.due_after_hours} onChange={(due_after_hours) => set({ due_after_hours })} />
        <HoursField
          label="Escalate after (hours)"
          value={draft.escalate_after_hours}
          onChange={(escalate_after_hours) => set({ escalate_after_hours })}
        />
        <Select
          label="On escalation or when overdue, assign to"
          options={[{ id: '', label: 'No one' }, ...names.map(({ id, name }) => ({ id, label: name }))]}
          value={draft.escalate_to?.id ?? ''}
          onChange={(id) => set({ escalate_to: names.find((person) => person.id === id) ?? null })}
        />
      </div>
    </fieldset>
  );
}

/** One that takes no new documents any more stays chosen until another is; `known` is undefined while they are not known. */
function goneDeployment({ filter }: QueueDraft, known: readonly { id: string }[] | undefined): { id: string; label: string }[] {
  const id = filter.deployment_id;
  if (!id || known?.some((one) => one.id === id)) return [];
  return [{ id, label: known ? 'A retired deployment' : 'Previously chosen deployment' }];
}

type MembersProps = {
  names: readonly { id: string; name: string }[];
  draft: QueueDraft;
  onChange: (members: QueueDraft['members']) => void;
};

function Members({ names, draft, onChange }: MembersProps) {
  const isIn = (id: string) => draft.members.some((member) => member.id === id);
  // people who are gone stay until they are taken out
  const all = [...names, ...draft.members.filter(({ id }) => !names.some((name) => name.id === id))];
  return (
    <fieldset className="mt-3">
      <legend className="mb-1.5 font-medium text-xs">Who works on it</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {all.map((person) => (
          <Checkbox
            key={person.id}
            isSelected={isIn(person.id)}
            onChange={(chosen) => onChange(chosen ? [...draft.members, person] : draft.members.filter(({ id }) => id !== person.id))}
          >
            {person.name}
          </Checkbox>
        ))}
      </div>
      <p className="mt-1.5 text-ink-muted text-xs">
        {draft.members.length === 0
          ? draft.mode === 'round_robin'
            ? 'Choose who gets new documents.'
            : 'No one selected: everyone can work on it.'
          : `Only ${draft.members.length === 1 ? 'this person can work' : 'these people can work'} on it.`}
      </p>
    </fieldset>
  );
}

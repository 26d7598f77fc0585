import { approvedSince } from '#components/shared/documents/approved-since.ts';
import { formatDayAndTime } from '#components/shared/format.ts';
import type { ListFilters } from '#lib/contract/desk/search/list-filters.ts';

/** A filter besides search, state, schema and those on fields, by its name in the list's address. */
export type FilterName = 'assigned' | Exclude<keyof ListFilters, 'assigned_to'>;
export type FilterChoice = { id: string; label: string };
/** People, queues and deployments; undefined while they are not known. */
export type FilterNames = Record<'people' | 'queues' | 'deployments', readonly { id: string; name: string }[] | undefined>;

/** Filters with the same choices for everybody. */
const CHOICES = {
  due: [
    { id: 'overdue', label: 'Overdue' },
    { id: 'set', label: 'With a due date' },
  ],
  flags: [
    { id: 'some', label: 'With flags' },
    { id: 'none', label: 'Without flags' },
  ],
  postponed: [
    { id: 'no', label: 'Not postponed' },
    { id: 'yes', label: 'Postponed' },
  ],
  second_approval: [{ id: 'yes', label: 'For a second approval' }],
  held_up: [{ id: 'yes', label: 'Held up by a deployment' }],
} as const satisfies Partial<Record<FilterName, readonly FilterChoice[]>>;

const ASSIGNED = [
  { id: 'me', label: 'Assigned to me' },
  { id: 'nobody', label: 'Unassigned' },
  { id: 'me_or_nobody', label: 'Mine or unassigned' },
  { id: 'others', label: 'Assigned to others' },
] as const;
const APPROVED = [
  { days: 1, isMine: false, label: 'Approved today' },
  { days: 7, isMine: false, label: 'Approved in the last 7 days' },
  { days: 1, isMine: true, label: 'Approved by me today' },
  { days: 7, isMine: true, label: 'Approved by me in the last 7 days' },
] as const;
const NO_QUEUE = { id: 'none', label: 'In no queue' };

/** The filters in the order in which they are offered, with what a choice restricts. */
export const FILTER_LABELS: Record<FilterName, string> = {
  assigned: 'Person',
  queue: 'Queue',
  due: 'Due date',
  flags: 'Flags',
  postponed: 'Postponed',
  second_approval: 'Second approval',
  approved: 'Approved',
  deployment: 'Deployment',
  held_up: 'Hold-ups',
};
export const FILTER_NAMES = Object.keys(FILTER_LABELS) as FilterName[];

/** What can be chosen for a filter. */
export function filterChoices(name: FilterName, { people, queues, deployments }: FilterNames): readonly FilterChoice[] {
  const named = (known: FilterNames['people']) => (known ?? []).map(({ id, name: label }) => ({ id, label }));
  switch (name) {
    case 'assigned':
      return [...ASSIGNED, ...named(people)];
    case 'queue':
      return [NO_QUEUE, ...named(queues)];
    case 'deployment':
      return named(deployments);
    case 'approved':
      return APPROVED.map(({ label, ...of }) => ({ id: approvedSince(of), label }));
    default:
      return CHOICES[name];
  }
}

/** What a filter that is set says on its chip. */
export function filterChipWords(name: FilterName, value: string, known: FilterNames): string {
  const label = filterChoices(name, known).find(({ id }) => id === value)?.label;
  switch (name) {
    case 'queue':
      return value === NO_QUEUE.id ? NO_QUEUE.label : `Queue: ${label ?? (known.queues ? 'deleted' : '…')}`;
    case 'deployment':
      return `Deployment: ${label ?? (known.deployments ? 'a former one' : '…')}`;
    case 'approved':
      return label ?? approvedWords(value);
    case 'assigned':
      return ASSIGNED.some(({ id }) => id === value) ? (label ?? value) : `Assigned to ${label ?? (known.people ? 'a former user' : '…')}`;
    default:
      return label ?? value;
  }
}

/** Since a moment that is none of the choices, as in a view that was saved earlier. */
function approvedWords(value: string): string {
  const isMine = value.startsWith('me:');
  return `Approved ${isMine ? 'by me ' : ''}since ${formatDayAndTime(isMine ? value.slice('me:'.length) : value)}`;
}

import type { ListFilters } from '#lib/contract/desk/search/list-filters.ts';

/** A filter besides search, state, schema and those on fields, by its name in the list's address. */
export type FilterName = 'assigned' | Exclude<keyof ListFilters, 'assigned_to'>;
export type FilterChoice = { id: string; label: string };
type Known = readonly { id: string; name: string }[] | undefined;

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
const NO_QUEUE = { id: 'none', label: 'In no queue' };

/** The filters in the order in which they are offered, with what a choice restricts. */
export const FILTER_LABELS: Record<FilterName, string> = {
  assigned: 'Person',
  queue: 'Queue',
  due: 'Due date',
  flags: 'Flags',
  postponed: 'Postponed',
  second_approval: 'Second approval',
  held_up: 'Deployment',
};
export const FILTER_NAMES = Object.keys(FILTER_LABELS) as FilterName[];

/** What can be chosen for a filter. @param people undefined while they are not known, as `queues` */
export function filterChoices(name: FilterName, { people, queues }: { people: Known; queues: Known }): readonly FilterChoice[] {
  const named = (known: Known) => (known ?? []).map(({ id, name: label }) => ({ id, label }));
  if (name === 'assigned') return [...ASSIGNED, ...named(people)];
  if (name === 'queue') return [NO_QUEUE, ...named(queues)];
  return CHOICES[name];
}

/** What a filter that is set says on its chip. */
export function filterChipWords(name: FilterName, value: string, known: { people: Known; queues: Known }): string {
  const label = filterChoices(name, known).find(({ id }) => id === value)?.label;
  if (name === 'queue') return value === NO_QUEUE.id ? NO_QUEUE.label : `Queue: ${label ?? (known.queues ? 'deleted' : '…')}`;
  if (name !== 'assigned') return label ?? value;
  if (ASSIGNED.some(({ id }) => id === value)) return label ?? value;
  return `Assigned to ${label ?? (known.people ? 'a former user' : '…')}`;
}

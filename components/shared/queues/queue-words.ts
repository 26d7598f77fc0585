import type { Queue, QueueDraft, QueueFilter, QueueMode, QueueOrder } from '#lib/contract/desk/queue.ts';

export const ORDER_WORDS: Record<QueueOrder, string> = {
  oldest: 'Longest waiting first',
  worst: 'Most errors expected first',
  priority: 'Most urgent first',
  due: 'Due soonest first',
};

export const MODE_WORDS: Record<QueueMode, string> = {
  pull: 'Anyone takes the next document',
  round_robin: 'Assigned in turn',
  by_hand: 'Assigned manually',
};

const STATE_WORDS: Record<QueueFilter['states'][number], string> = {
  to_review: 'to review',
  indexed: 'without a schema',
  failed: 'failed',
};

/** undefined while they are not known. */
type Known = readonly { id: string; name: string }[] | undefined;

const nameOf = (known: Known, id: string, words: { unknown: string; gone: string }) =>
  known ? (known.find((one) => one.id === id)?.name ?? words.gone) : words.unknown;

/** What a queue holds, in words: `to review · Invoice · in 2026/march · with flags`. */
export function queueFilterWords(filter: QueueFilter, schemas: Known, people: Known, deployments?: Known): string {
  const { states, schema_id, folder, q, assigned_to, flagged, deployment_id } = filter;
  const parts = [states.map((state) => STATE_WORDS[state]).join(' or ')];
  if (schema_id) parts.push(nameOf(schemas, schema_id, { unknown: 'one schema', gone: 'a removed schema' }));
  if (folder) parts.push(`in ${folder}`);
  if (q) parts.push(`“${q}”`);
  if (assigned_to === 'nobody') parts.push('unassigned');
  else if (assigned_to === 'me') parts.push('assigned to the current user');
  else if (assigned_to) parts.push(`assigned to ${nameOf(people, assigned_to, { unknown: 'one person', gone: 'a former user' })}`);
  if (deployment_id) {
    parts.push(`sent to ${nameOf(deployments, deployment_id, { unknown: 'one deployment', gone: 'a removed deployment' })}`);
  }
  if (flagged !== undefined) parts.push(flagged ? 'with flags' : 'without flags');
  return parts.join(' · ');
}

/** What else is done with a queue's documents, each in a few words. */
export function ruleWords(draft: QueueDraft): string[] {
  const words: string[] = [];
  if (draft.members.length > 0) words.push(draft.members.map(({ name }) => name).join(', '));
  if (draft.second_approval) words.push('two approvals');
  if (draft.due_after_hours !== null) words.push(`due in ${hoursWords(draft.due_after_hours)}`);
  if (draft.escalate_after_hours !== null) words.push(`escalates after ${hoursWords(draft.escalate_after_hours)}`);
  else if (draft.escalate_to) words.push('escalates when past due');
  return words;
}

/** `5 h`, `3 days`. */
export function hoursWords(hours: number): string {
  return hours >= 48 && hours % 24 === 0 ? `${hours / 24} days` : `${hours.toLocaleString('en')} h`;
}

/** How long ago a moment was, in one unit: `less than a minute`, `4 min`, `3 h`, `12 days`. */
export function ageWords(iso: string, now = Date.now()): string {
  const minutes = Math.max(0, Math.floor((now - new Date(iso).getTime()) / 60_000));
  if (minutes === 0) return 'less than a minute';
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24).toLocaleString('en')} days`;
}

/** Where the documents list shows what a queue holds. @param filters what it is narrowed down to, as in the list's address */
export function listHref({ id }: Pick<Queue, 'id'>, filters: Record<string, string> = {}): string {
  return `/documents?${new URLSearchParams({ queue: id, ...filters })}`;
}

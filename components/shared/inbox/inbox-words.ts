import type { InboxEntry, InboxKind } from '#lib/contract/desk/inbox.ts';
import { countOf } from '../format.ts';

export const INBOX_KIND_WORDS: Record<InboxKind, string> = {
  assigned: 'Assigned to me',
  mentioned: 'Mentions',
  answered: 'Answers',
  second_approval: 'Second approvals',
  overdue: 'Overdue',
  trouble: 'Trouble',
  deployment: 'Deployments',
  stopped: 'Automatic approval',
  quality: 'Nightly check',
};

/** What a document in trouble needs. */
const NEEDS: Record<string, string> = {
  failed: 'Failed',
  unmapped: 'Waits for the ID of its schema',
  unclassified: 'Waits for you to choose a schema',
  indexed: 'Needs a schema',
  stacked: 'Waits for you to say whether it is several documents',
};

/** What happened, in a line without the document's name. */
export function entryWords({ kind, by, count, documents, reason, deployment, schema }: InboxEntry): string {
  const who = by?.name ?? 'Countersign';
  const many = count > 1 ? countOf(count, 'document') : null;
  switch (kind) {
    case 'assigned':
      if (by?.kind === 'escalation') return many ? `${many} escalated to you by ${who}` : `Escalated to you by ${who}`;
      return many ? `${who} assigned ${many} to you` : `${who} assigned it to you`;
    case 'mentioned':
      return `${who} mentioned you`;
    case 'answered':
      return `${who} answered in a thread of yours`;
    case 'second_approval':
      return many ? `${who} approved ${many}: the second approvals are wanted` : `${who} approved it: the second approval is wanted`;
    case 'overdue':
      return many ? `${many} are past their due date` : 'Past its due date';
    case 'trouble':
      return many
        ? `${many} need you before they can go on`
        : (reason ?? NEEDS[documents[0]?.state ?? ''] ?? 'Needs you before it can go on');
    case 'deployment':
      return `${deployment?.name ?? 'A deployment'} does not answer`;
    case 'stopped':
      return `Automatic approval of ${schema?.name ?? 'a schema'} switched itself off: too many errors in quality samples`;
    case 'quality':
      return `Fewer values of ${schema?.name ?? 'a schema'} come out right: the nightly check found more losses than chance explains`;
  }
}

/** Where one click leads; null for an entry about several documents, which lists them itself. */
export function entryHref({ kind, count, documents, comment, schema }: InboxEntry): string | null {
  if (kind === 'deployment') return '/settings/deployments';
  if (kind === 'stopped') return `/insights?schema=${encodeURIComponent(schema?.id ?? '')}`;
  if (kind === 'quality') return `/insights?schema=${encodeURIComponent(schema?.id ?? '')}#nightly-check`;
  const [document] = documents;
  if (count > 1 || !document) return null;
  return comment ? `/documents/${document.id}?comment=${comment.id}` : `/documents/${document.id}`;
}

const DAY = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const YEAR = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric' });

/** Entries by the day they came, in the order given. */
export function byDay(entries: readonly InboxEntry[], now = new Date()): { day: string; entries: InboxEntry[] }[] {
  const days: { day: string; entries: InboxEntry[] }[] = [];
  for (const entry of entries) {
    const day = dayWords(new Date(entry.at), now);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

function dayWords(at: Date, now: Date): string {
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (at.toDateString() === now.toDateString()) return 'Today';
  if (at.toDateString() === yesterday.toDateString()) return 'Yesterday';
  return at.getFullYear() === now.getFullYear() ? DAY.format(at) : YEAR.format(at);
}

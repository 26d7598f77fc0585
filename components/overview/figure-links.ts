import { approvedSince } from '#components/shared/documents/approved-since.ts';
import type { Overview } from '#lib/contract/desk/insights/overview.ts';

/** What each figure about waiting documents counts, as the address of the documents list says it. */
const WAITING = {
  forMe: { assigned: 'me_or_nobody' },
  clean: { assigned: 'me_or_nobody', flags: 'none' },
  mine: { assigned: 'me' },
  others: { assigned: 'others' },
  second: { second_approval: 'yes' },
  postponed: { postponed: 'yes' },
  overdue: { due: 'overdue', sort: 'due_at' },
  overdueForMe: { assigned: 'me_or_nobody', due: 'overdue', sort: 'due_at' },
} as const satisfies Record<string, Record<string, string>>;

/** Where the list shows exactly the documents to review that a figure counts, oldest or most overdue first. */
export function waitingHref(figure: keyof typeof WAITING): string {
  const query = { tab: 'to_review', postponed: 'no', sort: 'created_at', order: 'asc', ...WAITING[figure] };
  return `/documents?${new URLSearchParams(query)}`;
}

/** Where the list shows the documents of a trouble. */
export function troubleHref(kind: keyof Overview['trouble']): string {
  return kind === 'held_up' ? '/documents?tab=busy&held_up=yes' : `/documents?tab=${kind}`;
}

/** Where the list shows what was approved in the last days, today among them. @param of.isMine only by the person who looks */
export function approvedHref(of: { days: number; isMine: boolean }): string {
  return `/documents?${new URLSearchParams({ tab: 'approved', approved: approvedSince(of) })}`;
}

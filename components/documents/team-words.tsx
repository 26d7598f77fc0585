import { ChevronDown, ChevronsUp, ChevronUp, Clock, Flame, PencilLine, UserCheck, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatFullMoment, formatMoment } from '#components/shared/format.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { isDecided } from '#lib/contract/desk/groups-of-states.ts';

const PRIORITIES: Record<number, { word: string; icon: ReactNode; className: string }> = {
  2: { word: 'Urgent', icon: <ChevronsUp size={13} aria-hidden />, className: 'font-medium text-bad' },
  1: { word: 'High', icon: <ChevronUp size={13} aria-hidden />, className: 'font-medium text-warn' },
  [-1]: { word: 'Low', icon: <ChevronDown size={13} aria-hidden />, className: 'text-ink-faint' },
};

/** A priority other than normal, in a word. */
export function PriorityCell({ priority }: { priority: number | null }) {
  const look = PRIORITIES[priority ?? 0];
  if (!look) return <span className="text-ink-faint">–</span>;
  return (
    <span className={`inline-flex items-center gap-1 ${look.className}`}>
      {look.icon}
      {look.word}
    </span>
  );
}

/** When it is due; what is past due or was put on top says so. */
export function DueCell({ document }: { document: DeskDocument }) {
  const { due_at: due, escalated_at: escalated, state } = document;
  const isPast = !isDecided(state) && due !== null && new Date(due).getTime() < Date.now();
  const mark = escalated ? (
    <span title={`Escalated ${formatFullMoment(escalated)} because it waited too long`} className="shrink-0 text-warn">
      <Flame size={13} aria-hidden />
      <span className="sr-only">Escalated. </span>
    </span>
  ) : null;
  if (due === null) return mark ?? <span className="text-ink-faint">–</span>;
  return (
    <span className="flex min-w-0 items-center gap-1">
      {mark}
      <time dateTime={due} title={formatFullMoment(due)} className={isPast ? 'truncate font-medium text-bad' : 'truncate text-ink-muted'}>
        {isPast ? <span className="sr-only">Past due: </span> : null}
        {formatMoment(due)}
      </time>
    </span>
  );
}

/** Who has it open, whose it is, who approved first, until when it is set aside: what others should know, the most pressing only. */
export function TeamNote({ document, personId }: { document: DeskDocument; personId: string }) {
  const note = findNote(document, personId);
  if (!note) return null;
  return (
    <span className="flex min-w-0 items-center gap-1 text-ink-muted text-xs max-lg:hidden" title={note.title}>
      <span className="shrink-0">{note.icon}</span>
      <span className="truncate">{note.words}</span>
    </span>
  );
}

function findNote(document: DeskDocument, personId: string): { icon: ReactNode; words: string; title: string } | null {
  const { lock, assigned_to: assigned, first_approval: first, postponed } = document;
  if (lock && !lock.ahead) {
    const who = lock.holder.id === personId ? 'you' : lock.holder.name;
    return { icon: <PencilLine size={12} aria-hidden />, words: who, title: `Being reviewed by ${who}` };
  }
  if (postponed) {
    const until = formatMoment(postponed.until);
    return { icon: <Clock size={12} aria-hidden />, words: `until ${until}`, title: `Postponed until ${until}: ${postponed.reason}` };
  }
  if (first) {
    const words = first.id === personId ? 'needs a second approval' : `approved by ${first.name}`;
    return { icon: <UserCheck size={12} aria-hidden />, words, title: `${first.name} approved it; a second person must approve it too` };
  }
  if (!assigned) return null;
  const words = assigned.id === personId ? 'you' : assigned.name;
  return { icon: <UserRound size={12} aria-hidden />, words, title: `Assigned to ${words}` };
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-aria-components/Link';
import { ageWords, listHref } from '#components/shared/queues/queue-words.ts';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import { queuesQuery } from '#lib/client/team/queues.ts';
import type { Overview } from '#lib/contract/desk/insights/overview.ts';
import type { Queue } from '#lib/contract/desk/queue.ts';

const MOST = 8;
/** What waits in a queue, oldest first, as the list's address says it. */
const WAITING = { postponed: 'no', sort: 'created_at', order: 'asc' };

/** How much waits in each queue, and for how long. */
export function QueuesPart({ waiting }: { waiting: Overview['waiting'] }) {
  const queues = useQuery(queuesQuery);
  const all = queues.data?.items ?? [];
  const items = all.toSorted((one, other) => age(other.oldest_at) - age(one.oldest_at)).slice(0, MOST);
  const unqueued = queues.data?.unqueued ?? 0;
  const most = Math.max(1, ...items.map(({ counts }) => counts.waiting));
  return (
    <section aria-labelledby="overview-queues" className="flex min-w-0 flex-col rounded-md border bg-surface">
      <h2 id="overview-queues" className="px-4 pt-3 pb-2 font-semibold text-base">
        Queues
      </h2>
      {items.length === 0 ? (
        <p className="px-4 pb-4 text-ink-muted">
          {waiting.all > 0 ? 'Everything waits in one list. ' : ''}
          <Link href="/queues" className="rounded-sm text-accent underline underline-offset-2">
            Queues
          </Link>{' '}
          distribute work among people and escalate what waits too long.
        </p>
      ) : (
        <Table label="Queues">
          <thead>
            <tr>
              <HeadCell className="pl-4">Queue</HeadCell>
              <HeadCell className="text-right">Waiting</HeadCell>
              <HeadCell className="text-right">Overdue</HeadCell>
              <HeadCell className="pr-4 text-right">Oldest</HeadCell>
            </tr>
          </thead>
          <tbody className="[&>tr:last-child>td]:border-b-0">
            {items.map((queue) => (
              <QueueRow key={queue.id} queue={queue} most={most} />
            ))}
            {unqueued > 0 ? (
              <tr>
                <BodyCell className="pl-4 text-ink-muted">In no queue</BodyCell>
                <BodyCell className="text-right tabular-nums">
                  <Link
                    href={listHref({ id: 'none' }, WAITING)}
                    aria-label={`In no queue: ${unqueued.toLocaleString('en')} waiting`}
                    className="rounded-sm data-hovered:underline"
                  >
                    {unqueued.toLocaleString('en')}
                  </Link>
                </BodyCell>
                <BodyCell />
                <BodyCell />
              </tr>
            ) : null}
          </tbody>
        </Table>
      )}
      {all.length > MOST ? (
        <Link href="/queues" className="mx-4 my-2 self-start rounded-sm text-accent text-sm data-hovered:underline">
          All {all.length.toLocaleString('en')} queues
        </Link>
      ) : null}
    </section>
  );
}

function QueueRow({ queue, most }: { queue: Queue; most: number }) {
  return (
    <tr>
      <BodyCell className="pl-4">
        <Link href={listHref(queue, WAITING)} className="rounded-sm font-medium data-hovered:underline">
          {queue.draft.name}
        </Link>
        <span aria-hidden className="mt-1 block h-1 rounded-full bg-sunken">
          <span className="block h-full rounded-full bg-accent" style={{ width: `${(queue.counts.waiting / most) * 100}%` }} />
        </span>
      </BodyCell>
      <BodyCell className="text-right tabular-nums">
        {queue.counts.waiting > 0 ? (
          <Link
            href={listHref(queue, WAITING)}
            aria-label={`${queue.draft.name}: ${queue.counts.waiting.toLocaleString('en')} waiting`}
            className="rounded-sm data-hovered:underline"
          >
            {queue.counts.waiting.toLocaleString('en')}
          </Link>
        ) : (
          '0'
        )}
      </BodyCell>
      <BodyCell className="text-right tabular-nums">
        {queue.counts.overdue > 0 ? (
          <Link
            href={listHref(queue, { ...WAITING, due: 'overdue', sort: 'due_at' })}
            aria-label={`${queue.draft.name}: ${queue.counts.overdue.toLocaleString('en')} overdue`}
            className="rounded-sm font-medium text-bad data-hovered:underline"
          >
            {queue.counts.overdue.toLocaleString('en')}
          </Link>
        ) : (
          <span className="text-ink-faint">–</span>
        )}
      </BodyCell>
      <BodyCell className="whitespace-nowrap pr-4 text-right text-ink-muted tabular-nums">
        {queue.oldest_at ? ageWords(queue.oldest_at) : '–'}
      </BodyCell>
    </tr>
  );
}

const age = (iso: string | null) => (iso === null ? -1 : Date.now() - new Date(iso).getTime());

'use client';

import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ArrowRight, EllipsisVertical, Flame, List, Pencil, Plus, Rows3, Trash2, TriangleAlert, Unplug } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '#components/shared/current-user.ts';
import { ageWords, listHref, MODE_WORDS, ORDER_WORDS, queueFilterWords, ruleWords } from '#components/shared/queues/queue-words.ts';
import { useNextForMe } from '#components/shared/queues/use-next-for-me.ts';
import { Button } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { ConfirmDialog } from '#components/ui/layers/confirm-dialog.tsx';
import { Menu, MenuItem, MenuSeparator } from '#components/ui/layers/menu.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { BodyCell, HeadCell, Table } from '#components/ui/table.tsx';
import { peopleNamesQuery } from '#lib/client/documents/assignment.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { deploymentChoicesQuery } from '#lib/client/team/deployments.ts';
import { useRemoveQueue } from '#lib/client/team/queues.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import type { ListQueues, Queue } from '#lib/contract/desk/queue.ts';
import { OrderDoubt } from './order-note.tsx';
import { valueWords } from './value-words.ts';

type QueuesTableProps = {
  queues: UseQueryResult<ListQueues>;
  /** null when the person may not. */
  onNew: (() => void) | null;
  onEdit: ((queue: Queue) => void) | null;
};

/** Every queue with what is in it now, and the way to its next document. */
export function QueuesTable({ queues, onNew, onEdit }: QueuesTableProps) {
  const [removed, setRemoved] = useState<Queue | null>(null);
  const next = useNextForMe();
  const remove = useRemoveQueue();
  if (queues.isError && !queues.data) {
    return (
      <EmptyState
        icon={<Unplug size={20} aria-hidden />}
        title="The queues could not be loaded"
        actions={<Button onPress={() => void queues.refetch()}>Try again</Button>}
      >
        {errorMessage(queues.error)}
      </EmptyState>
    );
  }
  if (!queues.data) {
    return (
      <div className="flex justify-center py-14" role="status" aria-label="Loading the queues">
        <Spinner size={20} />
      </div>
    );
  }
  if (queues.data.items.length === 0) return <NoQueues onNew={onNew} />;
  return (
    <>
      <Table label="Queues">
        <thead>
          <tr>
            <HeadCell>Queue</HeadCell>
            <HeadCell className="max-lg:hidden">Distribution</HeadCell>
            <HeadCell className="text-right">Waiting</HeadCell>
            <HeadCell className="text-right max-md:hidden">Mine</HeadCell>
            <HeadCell className="whitespace-nowrap text-right max-md:hidden">Open now</HeadCell>
            <HeadCell className="text-right max-sm:hidden">Overdue</HeadCell>
            <HeadCell className="text-right max-md:hidden">Oldest</HeadCell>
            <HeadCell>
              <span className="sr-only">Work on it</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {queues.data.items.map((queue) => (
            <QueueLine
              key={queue.id}
              queue={queue}
              isPulling={next.isPending && next.variables === queue.id}
              onNext={() => next.mutate(queue.id)}
              onEdit={onEdit && (() => onEdit(queue))}
              onRemove={onEdit && (() => setRemoved(queue))}
            />
          ))}
        </tbody>
      </Table>
      <p className="px-3 py-2.5 text-ink-muted text-xs max-sm:hidden">
        <Kbd>n</Kbd> opens your next document from anywhere and continues in its queue.
      </p>
      <ConfirmDialog
        title={`Delete the queue ${removed?.draft.name ?? ''}?`}
        isOpen={removed !== null}
        onClose={() => setRemoved(null)}
        onConfirm={() =>
          removed &&
          remove.mutate(removed.id, {
            onSuccess: () => setRemoved(null),
            onError: (error) => showToast({ tone: 'bad', title: 'The queue was not deleted', detail: errorMessage(error) }),
          })
        }
        confirmLabel="Delete queue"
        isDanger
        isPending={remove.isPending}
      >
        Its documents and their assignments are kept. Its rules no longer apply: distribution, second approval and escalation.
      </ConfirmDialog>
    </>
  );
}

type QueueLineProps = {
  queue: Queue;
  isPulling: boolean;
  onNext: () => void;
  onEdit: (() => void) | null;
  onRemove: (() => void) | null;
};

function QueueLine({ queue, isPulling, onNext, onEdit, onRemove }: QueueLineProps) {
  const schemas = useQuery(schemasQuery);
  const mayReview = useMay('reviewer');
  const people = useQuery({ ...peopleNamesQuery, enabled: mayReview });
  const deployments = useQuery({ ...deploymentChoicesQuery, enabled: queue.draft.filter.deployment_id !== undefined }).data;
  const { draft, counts, oldest_at } = queue;
  const rules = ruleWords(draft);
  const doubtful =
    draft.order === 'worst' ? <OrderDoubt schemaId={draft.filter.schema_id ?? null} className="block text-warn text-xs" /> : null;
  return (
    <tr className="group">
      <BodyCell className="py-1.5 leading-4">
        <span className="block font-medium">{draft.name}</span>
        <span className="block text-ink-muted text-xs">
          {[queueFilterWords(draft.filter, schemas.data, people.data, deployments), ...valueWords(draft.filter, schemas.data)].join(' · ')}
        </span>
        {rules.length > 0 ? <span className="block text-ink-faint text-xs">{rules.join(' · ')}</span> : null}
        {doubtful ? (
          <span className="block text-ink-muted text-xs lg:hidden">
            {ORDER_WORDS[draft.order]} {doubtful}
          </span>
        ) : null}
        {counts.overdue + counts.escalated > 0 ? (
          <span className="block pt-0.5 text-xs sm:hidden">
            <Trouble overdue={counts.overdue} escalated={counts.escalated} />
          </span>
        ) : null}
      </BodyCell>
      <BodyCell className="py-1.5 leading-4 max-lg:hidden">
        <span className="block">{MODE_WORDS[draft.mode]}</span>
        <span className="block text-ink-muted text-xs">{ORDER_WORDS[draft.order]}</span>
        {doubtful}
      </BodyCell>
      <BodyCell className="text-right font-medium tabular-nums">{counts.waiting.toLocaleString('en')}</BodyCell>
      <BodyCell className="text-right tabular-nums max-md:hidden">{dash(counts.mine)}</BodyCell>
      <BodyCell className="text-right tabular-nums max-md:hidden">{dash(counts.locked)}</BodyCell>
      <BodyCell className="text-right tabular-nums max-sm:hidden">
        <Trouble overdue={counts.overdue} escalated={counts.escalated} />
      </BodyCell>
      <BodyCell className="whitespace-nowrap text-right text-ink-muted tabular-nums max-md:hidden">
        {oldest_at ? ageWords(oldest_at) : '–'}
      </BodyCell>
      <BodyCell className="w-0 whitespace-nowrap">
        <span className="flex items-center justify-end gap-1">
          {mayReview && (queue.is_member || counts.mine > 0) ? (
            <Button
              variant={counts.waiting > 0 ? 'primary' : 'secondary'}
              icon={<ArrowRight size={14} aria-hidden />}
              isPending={isPulling}
              onPress={onNext}
              aria-label={`Next for me in ${draft.name}`}
            >
              Next for me
            </Button>
          ) : null}
          <Menu
            label={`More for ${draft.name}`}
            trigger={<IconButton label={`More for ${draft.name}`} icon={<EllipsisVertical size={15} aria-hidden />} />}
          >
            <MenuItem icon={<List size={14} aria-hidden />} label="Show in the list of documents" href={listHref(queue)} />
            {onEdit ? <MenuItem icon={<Pencil size={14} aria-hidden />} label="Edit …" onAction={onEdit} /> : null}
            {onRemove ? (
              <>
                <MenuSeparator />
                <MenuItem icon={<Trash2 size={14} aria-hidden />} label="Delete …" isDanger onAction={onRemove} />
              </>
            ) : null}
          </Menu>
        </span>
      </BodyCell>
    </tr>
  );
}

const dash = (count: number) => (count === 0 ? <span className="text-ink-faint">–</span> : count.toLocaleString('en'));

function Trouble({ overdue, escalated }: { overdue: number; escalated: number }) {
  if (overdue === 0 && escalated === 0) return <span className="text-ink-faint">–</span>;
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      {overdue > 0 ? (
        <span className="inline-flex items-center gap-1 font-medium text-bad">
          <TriangleAlert size={12} aria-hidden />
          {overdue.toLocaleString('en')}
        </span>
      ) : null}
      {escalated > 0 ? (
        <span
          className="inline-flex items-center gap-1 font-medium text-warn"
          title={`${escalated} escalated because they waited too long`}
        >
          <Flame size={12} aria-hidden />
          {escalated.toLocaleString('en')}
          <span className="sr-only"> escalated</span>
        </span>
      ) : null}
    </span>
  );
}

function NoQueues({ onNew }: { onNew: (() => void) | null }) {
  return (
    <EmptyState
      icon={<Rows3 size={20} aria-hidden />}
      title="Distribute work with queues"
      actions={
        onNew ? (
          <Button variant="primary" icon={<Plus size={15} aria-hidden />} onPress={onNew}>
            New queue
          </Button>
        ) : undefined
      }
    >
      A queue is a saved filter with an order, for example all invoices with flags, longest waiting first. “Next for me” gives each person a
      different document; documents that wait too long are escalated.
      {onNew ? null : ' A schema owner or an admin can create one.'}
    </EmptyState>
  );
}

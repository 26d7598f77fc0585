'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { useMay } from '#components/shared/current-user.ts';
import { Button } from '#components/ui/button.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { qualitySamplesQuery } from '#lib/client/review/quality-samples.ts';
import { queuesQuery } from '#lib/client/team/queues.ts';
import type { Queue } from '#lib/contract/desk/queue.ts';
import { QualitySamplesTab } from './quality-samples-tab.tsx';
import { QueueDialog } from './queue-dialog.tsx';
import { QueuesTable } from './queues-table.tsx';
import { UnqueuedNote } from './unqueued-note.tsx';

const TABS = ['queues', 'quality-samples'] as const;

/** The queues people work through, and the list of quality samples. */
export function QueuesScreen() {
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(TABS).withDefault('queues'));
  const [edited, setEdited] = useState<Queue | 'new' | null>(null);
  const mayChange = useMay('schema_owner');
  const queues = useQuery(queuesQuery);
  const samples = useQuery(qualitySamplesQuery);
  const items = [
    { id: 'queues' as const, label: 'Queues', ...(queues.data ? { count: queues.data.items.length } : {}) },
    { id: 'quality-samples' as const, label: 'Quality samples', ...(samples.data ? { count: samples.data.waiting.length } : {}) },
  ];
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="shrink-0 bg-canvas">
        <div className="flex min-h-8 items-center gap-3 px-3 pt-3 pb-2">
          <h1 className="font-semibold text-lg">Queues</h1>
          {mayChange && (queues.data?.items.length ?? 0) > 0 ? (
            <Button variant="primary" icon={<Plus size={15} aria-hidden />} onPress={() => setEdited('new')} className="ml-auto">
              New queue
            </Button>
          ) : null}
        </div>
      </div>
      <Tabs
        label="View"
        items={items}
        value={tab}
        onChange={(next) => void setTab(next)}
        className="flex min-h-0 flex-1 flex-col [&>[role=tablist]]:border-b [&>[role=tablist]]:px-1.5"
        panelClassName="min-h-0 flex-1 overflow-auto bg-surface empty:hidden"
      >
        {tab === 'queues' ? (
          <>
            {mayChange && queues.data?.unqueued ? <UnqueuedNote count={queues.data.unqueued} /> : null}
            <QueuesTable queues={queues} onNew={mayChange ? () => setEdited('new') : null} onEdit={mayChange ? setEdited : null} />
          </>
        ) : (
          <QualitySamplesTab samples={samples} />
        )}
      </Tabs>
      {edited ? <QueueDialog queue={edited === 'new' ? null : edited} onClose={() => setEdited(null)} /> : null}
    </div>
  );
}

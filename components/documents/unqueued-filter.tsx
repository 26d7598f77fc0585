import { X } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import type { ListState } from './list/use-list-state.ts';

/** Says that only what waits in no queue is shown, and takes that away again. */
export function UnqueuedFilter({ list }: { list: ListState }) {
  return (
    <p className="flex shrink-0 items-center gap-2 border-b bg-surface px-3 py-1.5 text-ink-muted text-sm">
      Showing only documents to review that are in no queue.
      <Button size="small" variant="quiet" icon={<X size={13} aria-hidden />} onPress={() => list.show({ queue: '' })}>
        Show all documents
      </Button>
    </p>
  );
}

'use client';

import { Ban, CalendarClock, CircleCheckBig, Clock, Ellipsis, ListChecks, RefreshCw, ScanSearch, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '#components/shared/current-user.ts';
import { countOf } from '#components/shared/format.ts';
import { SELECTED_GROUP, useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Menu, MenuItem } from '#components/ui/layers/menu.tsx';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { ListState } from '../list/use-list-state.ts';
import { AssignMenu } from './assign-menu.tsx';
import { BulkQuestions, type OpenQuestion } from './bulk-questions.tsx';
import { ExportMenu } from './export-menu.tsx';
import { useBulkCommands } from './use-bulk-commands.ts';

export type BulkBarProps = {
  /** What is selected. */
  documents: readonly DeskDocument[];
  total: number;
  list: ListState;
  /** True when the selection is all that the filter selects. */
  isAll: boolean;
  onSelectAll: () => void;
  isSelectingAll: boolean;
  onClear: () => void;
};

/** What can be done with the selected documents; stands in the place of the tabs. */
export function BulkBar({ documents, total, list, isAll, onSelectAll, isSelectingAll, onClear }: BulkBarProps) {
  const [open, setOpen] = useState<OpenQuestion | null>(null);
  const mayWrite = useMay('reviewer');
  const ids = documents.map(({ id }) => id);
  useBulkCommands(ids.length, mayWrite, setOpen);
  return (
    <div role="toolbar" aria-label="Selected documents" className="flex h-8 min-w-0 flex-1 items-center gap-1.5 overflow-x-auto">
      <ClearSelection count={ids.length} onClear={onClear} />
      <span className="mr-2 whitespace-nowrap font-medium" aria-live="polite">
        {ids.length.toLocaleString('en')} selected
      </span>
      {!isAll && ids.length < total ? (
        <Button variant="quiet" onPress={onSelectAll} isPending={isSelectingAll}>
          Select all {total.toLocaleString('en')}
        </Button>
      ) : null}
      {mayWrite ? (
        <>
          <Button icon={<CircleCheckBig size={14} aria-hidden />} onPress={() => setOpen('approve')}>
            Approve
          </Button>
          <Button icon={<Ban size={14} aria-hidden />} onPress={() => setOpen('reject')}>
            Reject
          </Button>
          <Button icon={<Clock size={14} aria-hidden />} onPress={() => setOpen('postpone')}>
            Postpone
          </Button>
          <AssignMenu count={ids.length} onChoose={setOpen} />
          <Button icon={<CalendarClock size={14} aria-hidden />} onPress={() => setOpen('priority')}>
            Priority
          </Button>
        </>
      ) : null}
      <ExportMenu order={{ which: isAll ? { filter: list.query } : { ids }, count: ids.length }} isSelection />
      {mayWrite ? (
        <Menu label="More" trigger={<IconButton label="More for the selected documents" icon={<Ellipsis size={15} aria-hidden />} />}>
          <MenuItem icon={<RefreshCw size={14} aria-hidden />} label="Extract again" onAction={() => setOpen('extract')} />
          <MenuItem icon={<ListChecks size={14} aria-hidden />} label="Choose schema and extract" onAction={() => setOpen('schema')} />
          <MenuItem icon={<ScanSearch size={14} aria-hidden />} label="Detect kind" onAction={() => setOpen('kind')} />
          <MenuItem icon={<Trash2 size={14} aria-hidden />} label="Delete" isDanger onAction={() => setOpen('delete')} />
        </Menu>
      ) : null}
      <BulkQuestions documents={documents} open={open} onClose={() => setOpen(null)} onDone={onClear} />
    </div>
  );
}

/** First in the bar, so that its command comes last in the palette: there, what was said later comes first. */
function ClearSelection({ count, onClear }: { count: number; onClear: () => void }) {
  useShortcuts(SELECTED_GROUP, [
    { id: 'selected.clear', keys: [], label: `Clear the selection of ${countOf(count, 'document')}`, run: onClear },
  ]);
  return <IconButton label="Clear selection" shortcut="Esc" icon={<X size={15} aria-hidden />} onPress={onClear} />;
}

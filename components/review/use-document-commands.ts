'use client';

import { useRouter } from 'next/navigation';
import { useShortcuts } from '#components/shell/shortcuts.ts';
import type { HeaderMenuProps } from './header-buttons.tsx';
import { maySplit } from './may-split.ts';

/**
 * What can be done with the whole document, for the palette and for whoever gives it a key. They come with none: they are
 * rare, and keys are for what is done all day.
 */
export function useDocumentCommands({ detail, canEdit, mayReview, commands }: HeaderMenuProps): void {
  const router = useRouter();
  const { document } = detail;
  const isDecided = document.state === 'approved' || document.state === 'rejected';
  const command = (id: string, label: string, isPossible: boolean, run: () => void) => ({
    id: `document.${id}`,
    keys: [],
    label,
    isDisabled: !isPossible,
    run,
  });
  useShortcuts('Document', [
    command('reject', 'Reject …', canEdit, commands.reject),
    command('postpone', 'Postpone …', canEdit, commands.postpone),
    command('reopen', 'Reopen', isDecided && mayReview, commands.reopen),
    command('split', document.state === 'split' ? 'What it was split into' : 'Split …', maySplit(document), () =>
      router.push(`/documents/${document.id}/split`),
    ),
    command('kind', 'Kind …', document.schema_id !== null, commands.showKind),
    command('summary', 'Summary', true, commands.showSummary),
    command('history', 'History', true, commands.toggleAudit),
    command('answer', 'Answer of the service', detail.fields !== null, commands.showAnswer),
    command('extract-again', 'Extract again …', mayReview && detail.fields !== null && !isDecided, commands.extractAgain),
    command('delete', 'Delete …', mayReview, commands.remove),
  ]);
}

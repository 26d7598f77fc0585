import { useCurrentUser } from '#components/shared/current-user.ts';
import { countOf } from '#components/shared/format.ts';
import { SELECTED_GROUP, useShortcuts } from '#components/shared/keys/shortcuts.ts';
import type { OpenQuestion } from './bulk-questions.tsx';

/** What the bar of the selection offers, as commands of the palette. They come without keys, and ask as the buttons do. */
export function useBulkCommands(count: number, mayWrite: boolean, ask: (question: OpenQuestion) => void): void {
  const { id: personId } = useCurrentUser();
  const documents = countOf(count, 'document');
  const of = (id: string, label: string, question: OpenQuestion) => ({
    ...{ id: `selected.${id}`, keys: [], label, isDisabled: !mayWrite },
    run: () => ask(question),
  });
  useShortcuts(SELECTED_GROUP, [
    of('approve', `Approve ${documents} …`, 'approve'),
    of('reject', `Reject ${documents} …`, 'reject'),
    of('postpone', `Postpone ${documents} …`, 'postpone'),
    of('assign-to-me', `Assign ${documents} to me …`, { personId, name: 'you' }),
    of('priority', `Change priority of ${documents} …`, 'priority'),
    of('extract', `Extract ${documents} again …`, 'extract'),
    of('schema', `Choose a schema for ${documents} …`, 'schema'),
    of('kind', `Detect the kind of ${documents} …`, 'kind'),
    of('delete', `Delete ${documents} …`, 'delete'),
  ]);
}

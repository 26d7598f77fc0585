'use client';

import { assignDocument } from '#lib/client/documents/assignment.ts';
import { isDecided } from '#lib/contract/desk/groups-of-states.ts';
import type { BulkActionProps } from './bulk-decisions.tsx';
import { BulkDialog } from './bulk-dialog.tsx';

/** Whom documents are given to. `personId`: null = nobody. `name`: as in “assigned to Ben”. */
export type Assignee = { personId: string | null; name: string };

/** Gives documents to a person, or to nobody. */
export function BulkAssign({ assignee, ...props }: BulkActionProps & { assignee: Assignee }) {
  const { personId, name } = assignee;
  return (
    <BulkDialog
      {...props}
      title={personId === null ? 'Unassign documents' : 'Assign documents'}
      verb={personId === null ? 'Unassign' : 'Assign'}
      past={personId === null ? 'unassigned' : `assigned to ${name}`}
      leaves={({ state, assigned_to }) => {
        if (personId !== null && isDecided(state)) return 'It is decided: there is nothing left to review.';
        if ((assigned_to?.id ?? null) !== personId) return null;
        return personId === null ? 'It is already unassigned.' : `It is already assigned to ${name}.`;
      }}
      step={async ({ id, assigned_to: before }) => {
        const was = before?.id ?? null;
        await assignDocument(id, { person_id: personId, expected: was });
        return { kind: 'assign', body: { person_id: was, expected: personId } };
      }}
    />
  );
}

'use client';

import { useState } from 'react';
import { STATE_LOOKS } from '#components/shared/documents/document-state.tsx';
import { ReasonField } from '#components/shared/documents/reason-field.tsx';
import { useRejectionReasons } from '#components/shared/documents/use-rejection-reasons.ts';
import { countOf } from '#components/shared/format.ts';
import { Select } from '#components/ui/inputs/select.tsx';
import { postponeDocument } from '#lib/client/documents/assignment.ts';
import type { UndoStep } from '#lib/client/documents/bulk-undo.ts';
import { wakeDocumentChanges } from '#lib/client/documents/changes/use-document-changes.ts';
import { approveDocument, rejectDocument, startExtraction } from '#lib/client/documents/document.ts';
import type { DeskDocument, DeskDocumentState } from '#lib/contract/desk/desk-document.ts';
import { isDecided } from '#lib/contract/desk/groups-of-states.ts';
import { BulkDialog, type BulkDialogProps } from './bulk-dialog.tsx';

export type BulkActionProps = Pick<BulkDialogProps, 'documents' | 'kept' | 'onStart' | 'onClose' | 'onDone'>;

/** Why a document stays as it is that is in none of the states; null where it is in one. */
export const isIn = (document: DeskDocument, states: readonly DeskDocumentState[]) =>
  states.includes(document.state) ? null : `It is in the state “${STATE_LOOKS[document.state].word}”.`;
/** As the table of states says, see docs/document-states.md; the desk checks it again. */
const REJECTABLE: readonly DeskDocumentState[] = ['to_review', 'indexed', 'unclassified', 'stacked', 'failed', 'unmapped'];

const reopen = (revision: number): UndoStep => ({ kind: 'reopen', body: { revision } });

/** Approves what has no open flags; the desk refuses what got some meanwhile. */
export function BulkApprove(props: BulkActionProps) {
  return (
    <BulkDialog
      {...props}
      title="Approve documents"
      verb="Approve"
      past="approved"
      leaves={(document) =>
        isIn(document, ['to_review']) ?? (document.open_flags ? `${countOf(document.open_flags, 'open flag')}. Review it first.` : null)
      }
      step={async ({ id, revision }) => {
        const { document } = await approveDocument(id, { revision, sign_off: false });
        // the first of two approvals has nothing to take back
        return document.state === 'approved' ? reopen(document.revision) : undefined;
      }}
    />
  );
}

/** Rejects with one reason for all. */
export function BulkReject(props: BulkActionProps) {
  const choices = useRejectionReasons(props.documents.flatMap((one) => (isIn(one, REJECTABLE) === null ? [one.schema_id] : [])));
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <BulkDialog
      {...props}
      title="Reject documents"
      verb="Reject"
      past="rejected"
      isDanger
      leaves={(document) => isIn(document, REJECTABLE)}
      onBegin={() => {
        setMissing(reason.trim() === '');
        return reason.trim() !== '';
      }}
      step={async ({ id, revision }) => {
        const { document } = await rejectDocument(id, { revision, reason });
        return reopen(document.revision);
      }}
    >
      <ReasonField
        rows={3}
        choices={choices}
        value={reason}
        onChange={(text) => {
          setReason(text);
          setMissing(false);
        }}
        maxLength={2000}
        description="Everyone who opens one of the documents sees this reason."
        isMissing={isMissing}
      />
    </BulkDialog>
  );
}

const WAITS = [
  { id: '1', label: 'Until tomorrow' },
  { id: '3', label: 'For three days' },
  { id: '7', label: 'For a week' },
  { id: '30', label: 'For 30 days' },
] as const;

/** Takes documents out of the line for some days, with one reason for all. */
export function BulkPostpone(props: BulkActionProps) {
  const [days, setDays] = useState<(typeof WAITS)[number]['id']>('1');
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  return (
    <BulkDialog
      {...props}
      title="Postpone documents"
      verb="Postpone"
      past="postponed"
      leaves={(document) => (isDecided(document.state) ? `It is ${document.state}.` : null)}
      onBegin={() => {
        setMissing(reason.trim() === '');
        return reason.trim() !== '';
      }}
      step={async ({ id, postponed: before }) => {
        const postponed = { until: atNine(Number(days)).toISOString(), reason: reason.trim() };
        const isPast = before !== null && Date.parse(before.until) <= Date.now();
        // one whose time has come may be brought back at any moment
        await postponeDocument(id, { postponed, ...(isPast ? {} : { expected: before }) });
        return { kind: 'postpone', body: { postponed: isPast ? null : before, expected: postponed } };
      }}
    >
      <Select label="Until" options={WAITS} value={days} onChange={setDays} />
      <ReasonField
        value={reason}
        onChange={(text) => {
          setReason(text);
          setMissing(false);
        }}
        maxLength={500}
        isMissing={isMissing}
      />
    </BulkDialog>
  );
}

/** In so many days, at nine in the morning. */
function atNine(days: number): Date {
  const date = new Date();
  date.setDate(date.getDate() + days);
  date.setHours(9, 0, 0, 0);
  return date;
}

/** Extracts documents again, each with its own schema; what people did to values stays. */
export function BulkExtract(props: BulkActionProps) {
  return (
    <BulkDialog
      {...props}
      title="Extract documents again"
      verb="Extract"
      past="sent for extraction"
      leaves={(document) =>
        document.schema_id === null ? 'It has no schema. Choose one first.' : isIn(document, ['to_review', 'indexed', 'failed'])
      }
      step={async ({ id, schema_id, revision }) => {
        await startExtraction(id, schema_id ?? '', revision);
        wakeDocumentChanges();
        return undefined;
      }}
    >
      <p className="text-ink-muted text-sm">
        Each is extracted with its own schema. Confirmed and corrected values are kept. It cannot be undone.
      </p>
    </BulkDialog>
  );
}

'use client';

import { countOf } from '#components/shared/format.ts';
import { ConfirmDialog } from '#components/ui/layers/confirm-dialog.tsx';
import type { LearnedDocument, LearnedLayout } from '#lib/contract/desk/learned.ts';
import { layoutName } from './learned-words.ts';

/** What somebody is about to have forgotten. */
export type Forgetting =
  | { scope: 'document'; deploymentId: string; document: LearnedDocument }
  | { scope: 'layout'; deploymentId: string; layout: LearnedLayout }
  | { scope: 'all' };

type ForgetDialogProps = { forgetting: Forgetting; isPending: boolean; onClose: () => void; onConfirm: () => void };

/** Asks before something is forgotten, and says what that does. */
export function ForgetDialog({ forgetting, ...rest }: ForgetDialogProps) {
  const { title, confirmLabel, words } = describe(forgetting);
  return (
    <ConfirmDialog title={title} isOpen confirmLabel={confirmLabel} isDanger {...rest}>
      {words}
    </ConfirmDialog>
  );
}

const NO_PROPOSALS = 'Later documents get no proposals from it.';

function whatElse({ document_id, imported }: LearnedDocument): string {
  if (imported) return 'It was imported with the memory of another installation; the document there stays.';
  if (document_id === null) return 'Another program taught it to the service, not this desk.';
  return 'The document and its approval stay. It teaches again when it is reopened and approved anew.';
}

function describe(forgetting: Forgetting): { title: string; confirmLabel: string; words: string } {
  if (forgetting.scope === 'document') {
    const { document } = forgetting;
    return { title: `Forget ${document.name}?`, confirmLabel: 'Forget this document', words: `${NO_PROPOSALS} ${whatElse(document)}` };
  }
  if (forgetting.scope === 'layout') {
    const { layout } = forgetting;
    return {
      title: `Forget the layout of ${layoutName(layout)}?`,
      confirmLabel: 'Forget layout',
      words: `Later documents get no proposals from ${countOf(layout.document_count, 'document')} of this layout. The documents and their approvals stay. Documents of this layout that are approved from now on teach again.`,
    };
  }
  return {
    title: 'Forget everything?',
    confirmLabel: 'Forget everything',
    words:
      'Later documents get no proposals from anything that was approved or imported up to now. The documents and their approvals stay. Only what is approved from now on teaches.',
  };
}

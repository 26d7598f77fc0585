import type { QueryClient } from '@tanstack/react-query';
import { showToast } from '#components/ui/layers/toast.tsx';
import { documentKeys } from '#lib/client/documents/documents.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { sendApproval } from '#lib/client/review/approvals.ts';
import { recordDone } from '#lib/client/review/worklist.ts';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';

/** A tab in the background paints nothing. */
const PAINT_LIMIT_MS = 100;

/** Resolves once what was just rendered is on the screen. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, PAINT_LIMIT_MS);
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

/** Opens a document in the review screen. */
type OpenDocument = (id: string) => void;

/** Tells that a document is approved, or has the first of two approvals. */
export function tellApproved({ document }: DeskDocumentDetail, open: OpenDocument): void {
  const isFirst = document.first_approval !== null;
  showToast({
    tone: 'ok',
    title: isFirst ? `${document.name} has the first of two approvals` : `${document.name} is approved`,
    ...(isFirst ? { detail: 'A second person must approve it too.' } : {}),
    action: { label: 'Reopen', onPress: () => open(document.id) },
  });
}

/**
 * Approves a document while the person goes on to another, and tells how it ended. A refusal stays on the screen until it is
 * closed and leads back; the document then waits again.
 * @param send saves what is unsaved and approves; repeating it is harmless
 */
export function approveBehind(
  client: QueryClient,
  document: { id: string; name: string },
  send: () => Promise<DeskDocumentDetail>,
  open: OpenDocument,
): void {
  const { id, name } = document;
  let closeWait: (() => void) | undefined;
  const onWait = () => {
    closeWait = showToast({
      tone: 'bad',
      title: `${name} is not approved yet`,
      detail: 'The desk is not responding. The approval is retried automatically; keep this window open.',
    });
  };
  // the next document is drawn first: the desk's work on this one would take the time of it on a machine that does both
  sendApproval(id, () => painted().then(send), { onWait })
    .finally(() => closeWait?.())
    .then(
      (detail) => tellApproved(detail, open),
      (error: unknown) => {
        recordDone(id, false);
        void client.invalidateQueries({ queryKey: documentKeys.detail(id) });
        showToast({
          tone: 'bad',
          title: `${name} is not approved`,
          detail: `${errorMessage(error)} Press Alt+B to go back to it.`,
          action: { label: 'Go back to it', onPress: () => open(id) },
        });
      },
    );
}

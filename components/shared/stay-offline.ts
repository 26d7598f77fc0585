import { showToast } from '#components/ui/layers/toast.tsx';
import { wakeDocumentChanges } from '#lib/client/documents/changes/use-document-changes.ts';
import { findConnection } from '#lib/client/http/connection.ts';

/** A link that is pressed is also clicked by the library that draws it: told once. */
const ONCE_MS = 1_000;
let toldAt = Number.NEGATIVE_INFINITY;

/** True, and told to the person, when the desk does not answer for want of a network: another page cannot be had, and this one would be lost. */
export function stayOffline(): boolean {
  if (findConnection() !== 'offline') return false;
  // It may be back already.
  wakeDocumentChanges();
  if (performance.now() - toldAt < ONCE_MS) return true;
  toldAt = performance.now();
  showToast({
    tone: 'info',
    title: 'The desk cannot be reached',
    detail: 'Stay on this page. Others can be opened once the connection is back.',
  });
  return true;
}

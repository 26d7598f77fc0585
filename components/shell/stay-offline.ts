import { showToast } from '#components/ui/toast.tsx';
import { findConnection } from '#lib/client/connection.ts';

/** True, and told to the person, when there is no network: another page cannot be had, and this one would be lost. */
export function stayOffline(): boolean {
  if (findConnection() !== 'offline') return false;
  showToast({ tone: 'info', title: 'There is no network', detail: 'Stay here: another page can be opened when it is back.' });
  return true;
}

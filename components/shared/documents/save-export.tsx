'use client';

import { useSyncExternalStore } from 'react';
import { countOf } from '#components/shared/format.ts';
import { saveBlob } from '#components/shared/save-blob.ts';
import { showToast } from '#components/ui/layers/toast.tsx';
import { type ExportedDocuments, type ExportedFile, fetchExport } from '#lib/client/documents/fetch-export.ts';
import { errorMessage, isPassing } from '#lib/client/http/error-message.ts';
import type { ExportQuery } from '#lib/contract/desk/export.ts';
import { formatBytes } from '#lib/document/units/format-bytes.ts';

export type ExportOrder = {
  what: ExportQuery;
  which: ExportedDocuments;
  /** Documents that were chosen; in an export of approved values there may be fewer. */
  count: number;
};

/** Has the browser save an export. A toast says how far it is, with a way to cancel it, and then what became of it. */
export async function saveExport(order: ExportOrder): Promise<void> {
  const control = new AbortController();
  const received = countReceived();
  const close = showToast({
    title: `Exporting ${countOf(order.count, 'document')} …`,
    detail: <Received of={received} />,
    stays: true,
    action: { label: 'Cancel', onPress: () => control.abort() },
  });
  try {
    const file = await fetchExport(order.what, order.which, { signal: control.signal, onProgress: received.set });
    if (file.count > 0) saveBlob(file.name, file.blob);
    tellDone(order, file);
  } catch (error) {
    if (control.signal.aborted) showToast({ tone: 'info', title: 'The export was cancelled', detail: 'No file was saved.' });
    else tellFailed(order, error);
  } finally {
    close();
  }
}

function tellDone({ what, count }: ExportOrder, file: ExportedFile): void {
  if (file.count === 0) {
    const detail =
      what.values === 'approved'
        ? 'None of these documents is approved. Export the extracted values instead.'
        : 'These documents are gone.';
    return void showToast({ tone: 'info', title: 'There was nothing to export', detail });
  }
  const left = what.values === 'approved' ? count - file.count : 0;
  showToast({
    tone: 'ok',
    title: `${countOf(file.count, 'document')} exported`,
    detail: `${file.name}, ${formatBytes(file.blob.size)}.${left > 0 ? ` The other ${left.toLocaleString('en')} ${left === 1 ? 'is' : 'are'} not approved.` : ''}`,
  });
}

function tellFailed(order: ExportOrder, error: unknown): void {
  const advice = isPassing(error) ? ' No file was saved. Try again; if it happens again, export fewer documents at a time.' : '';
  showToast({
    tone: 'bad',
    title: 'The export failed',
    detail: `${errorMessage(error)}${advice}`,
    ...(isPassing(error) ? { action: { label: 'Try again', onPress: () => void saveExport(order) } } : {}),
  });
}

type ReceivedBytes = { set: (bytes: number) => void; get: () => number; subscribe: (listener: () => void) => () => void };

function countReceived(): ReceivedBytes {
  let bytes = 0;
  const listeners = new Set<() => void>();
  return {
    set: (next) => {
      bytes = next;
      for (const listener of listeners) listener();
    },
    get: () => bytes,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function Received({ of }: { of: ReceivedBytes }) {
  const bytes = useSyncExternalStore(of.subscribe, of.get, of.get);
  return bytes === 0 ? 'Preparing the file' : `${formatBytes(bytes)} received`;
}

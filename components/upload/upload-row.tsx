'use client';

import { CircleAlert, CircleCheck, CircleSlash, Clock, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components/Link';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { wakeDocumentChanges } from '#lib/client/documents/changes/use-document-changes.ts';
import { removeDocument } from '#lib/client/documents/documents.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { uploadQueue } from '#lib/client/upload/tab-uploads.ts';
import { outcomeOf, type UploadOutcome } from '#lib/client/upload/upload-outcome.ts';
import { isUnderWay, type Upload } from '#lib/client/upload/upload-queue.ts';
import { formatBytes } from '#lib/document/units/format-bytes.ts';

function words(upload: Upload): string {
  const { state, sent, speed, file, error, waitsFor, document } = upload;
  const outcome = outcomeOf(upload);
  if (state === 'waiting' && waitsFor) return `Waiting for ${waitsFor}; continues automatically`;
  if (state === 'waiting') return `Waiting · ${formatBytes(file.size)}`;
  if (state === 'failed') return error ?? 'Failed';
  if (state === 'cancelled') return 'Cancelled';
  if (outcome === 'refused') return `Could not be read: ${document?.failure?.message ?? 'no reason was given.'}`;
  if (outcome === 'kept' && !document?.duplicate_of) return `Stored, waiting to be read · ${formatBytes(file.size)}`;
  if (state === 'stored')
    return document?.duplicate_of ? `Stored · same content as ${document.duplicate_of.name}` : `Stored · ${formatBytes(file.size)}`;
  if (sent >= file.size) return `Storing · ${formatBytes(file.size)}`;
  return `${formatBytes(sent)} of ${formatBytes(file.size)}${speed ? ` · ${formatBytes(speed)}/s` : ''}`;
}

const ICONS: Record<UploadOutcome, ReactNode> = {
  waiting: <Clock size={15} aria-hidden className="text-ink-faint" />,
  sending: <Clock size={15} aria-hidden className="text-ink-faint" />,
  stored: <CircleCheck size={15} aria-hidden className="text-ok" />,
  kept: <Clock size={15} aria-hidden className="text-ink-faint" />,
  refused: <CircleAlert size={15} aria-hidden className="text-bad" />,
  failed: <CircleAlert size={15} aria-hidden className="text-bad" />,
  cancelled: <CircleSlash size={15} aria-hidden className="text-ink-faint" />,
};

async function removeDuplicate(upload: Upload): Promise<void> {
  if (!upload.document) return;
  try {
    await removeDocument(upload.document.id);
    uploadQueue.dismiss(upload.id);
    wakeDocumentChanges();
  } catch (error) {
    showToast({ tone: 'bad', title: `${upload.file.name}: not removed`, detail: errorMessage(error) });
  }
}

/** One file on its way. */
export function UploadRow({ upload }: { upload: Upload }) {
  const { id, state, file, sent, document } = upload;
  const outcome = outcomeOf(upload);
  const isBad = outcome === 'failed' || outcome === 'refused';
  const duplicate = upload.duplicateKept ? null : document?.duplicate_of;
  return (
    <div className="flex items-start gap-2.5 px-3 py-2">
      <span className="mt-0.5">{ICONS[outcome]}</span>
      <div className="min-w-0 flex-1">
        {document ? (
          <Link href={`/documents/${document.id}`} className="block truncate rounded-sm data-hovered:underline">
            <bdi>{file.name}</bdi>
          </Link>
        ) : (
          <span className="block truncate">
            <bdi>{file.name}</bdi>
          </span>
        )}
        {state === 'sending' ? (
          <ProgressBar label={`${file.name} sent`} value={file.size ? sent / file.size : null} className="my-1" />
        ) : null}
        <span className={isBad ? 'block break-words text-bad text-xs' : 'block truncate text-ink-muted text-xs tabular-nums'}>
          {words(upload)}
        </span>
        {duplicate ? (
          <div className="mt-1.5 flex flex-wrap gap-1.5">
            <LinkButton size="small" href={`/documents/${duplicate.id}`}>
              Open other
            </LinkButton>
            <Button size="small" onPress={() => uploadQueue.keepDuplicate(id)}>
              Keep both
            </Button>
            <Button size="small" onPress={() => void removeDuplicate(upload)}>
              Remove this
            </Button>
          </div>
        ) : null}
      </div>
      {state === 'failed' || state === 'cancelled' ? (
        <IconButton
          label={`Retry ${file.name}`}
          size="small"
          icon={<RotateCcw size={13} aria-hidden />}
          onPress={() => uploadQueue.retry(id)}
        />
      ) : null}
      {isUnderWay(upload) ? (
        <IconButton label={`Cancel ${file.name}`} size="small" icon={<X size={14} aria-hidden />} onPress={() => uploadQueue.cancel(id)} />
      ) : (
        <IconButton
          label={`Remove ${file.name} from this list`}
          size="small"
          icon={<X size={14} aria-hidden />}
          onPress={() => uploadQueue.dismiss(id)}
        />
      )}
    </div>
  );
}

'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { countOf } from '#components/shared/format.ts';
import { Button } from '#components/ui/button.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { uploadQueue } from '#lib/client/upload/tab-uploads.ts';
import { outcomeOf } from '#lib/client/upload/upload-outcome.ts';
import type { Upload } from '#lib/client/upload/upload-queue.ts';
import { useUploads } from '#lib/client/upload/use-uploads.ts';
import { formatBytes } from '#lib/document/units/format-bytes.ts';
import { UploadRow } from './upload-row.tsx';

/** Failures and open questions first, then what moves, what waits, what is done. */
const ORDER = { failed: 0, refused: 0, sending: 2, waiting: 3, kept: 4, cancelled: 5, stored: 6 } as const;
const rank = (upload: Upload) => (upload.document?.duplicate_of && !upload.duplicateKept ? 1 : ORDER[outcomeOf(upload)]);

function summary(uploads: readonly Upload[]) {
  let bytes = 0;
  let sent = 0;
  let speed = 0;
  const counts = { waiting: 0, sending: 0, kept: 0, stored: 0, refused: 0, failed: 0, cancelled: 0 };
  for (const upload of uploads) {
    counts[outcomeOf(upload)] += 1;
    if (upload.state === 'cancelled' || upload.state === 'failed') continue;
    bytes += upload.file.size;
    sent += upload.sent;
    speed += upload.speed ?? 0;
  }
  return { bytes, sent, speed, counts, underWay: counts.waiting + counts.sending };
}

/** The uploads of this tab, in a corner of every screen while there are any. */
export function UploadPanel() {
  const uploads = useUploads();
  const [isOpen, setOpen] = useState(true);
  const { bytes, sent, speed, counts, underWay } = useMemo(() => summary(uploads), [uploads]);
  const rows = useMemo(() => uploads.toSorted((a, b) => rank(a) - rank(b)), [uploads]);
  const hasQuestion = counts.failed + counts.refused > 0 || uploads.some((upload) => rank(upload) === 1);
  const isClean = uploads.length > 0 && underWay + counts.kept === 0 && !hasQuestion;
  useEffect(() => {
    if (!isClean) return;
    const timer = setTimeout(() => uploadQueue.dismissFinished(), 8000);
    return () => clearTimeout(timer);
  }, [isClean]);
  if (uploads.length === 0) return null;
  const waitsFor = counts.sending === 0 ? uploads.find((upload) => upload.state === 'waiting' && upload.waitsFor)?.waitsFor : null;
  const title = waitsFor
    ? `${countOf(underWay, 'file')} waiting for ${waitsFor}`
    : underWay
      ? `Adding ${countOf(underWay, 'file')}`
      : counts.failed
        ? `${countOf(counts.failed, 'file')} not added`
        : counts.refused
          ? `${countOf(counts.refused, 'file')} cannot be read`
          : `${countOf(counts.stored + counts.kept, 'file')} added`;
  return (
    <section
      aria-label="Uploads"
      className="fixed right-3 bottom-12 z-20 w-92 max-w-[calc(100vw-1.5rem)] overflow-hidden rounded-lg border bg-raised shadow-md"
    >
      <header className="flex h-10 items-center gap-2 pr-1.5 pl-3">
        <h2 className="min-w-0 flex-1 truncate font-medium" aria-live="polite">
          {title}
        </h2>
        {underWay ? (
          <span className="whitespace-nowrap text-ink-muted text-xs tabular-nums">
            {formatBytes(sent)} of {formatBytes(bytes)}
            {speed ? ` · ${formatBytes(speed)}/s` : ''}
          </span>
        ) : null}
        <IconButton
          label={isOpen ? 'Collapse' : 'Expand'}
          size="small"
          icon={isOpen ? <ChevronDown size={15} aria-hidden /> : <ChevronUp size={15} aria-hidden />}
          onPress={() => setOpen(!isOpen)}
        />
        {underWay ? null : (
          <IconButton label="Close" size="small" icon={<X size={15} aria-hidden />} onPress={() => uploadQueue.dismissFinished()} />
        )}
      </header>
      {underWay ? <ProgressBar label="All uploads" value={bytes ? sent / bytes : null} className="rounded-none" /> : null}
      {isOpen ? <UploadList rows={rows} /> : null}
      {isOpen && (underWay > 1 || counts.failed > 1) ? (
        <footer className="flex justify-end gap-2 border-t p-2">
          {counts.failed > 1 ? (
            <Button size="small" onPress={() => uploadQueue.retryFailed()}>
              Retry all failed
            </Button>
          ) : null}
          {underWay > 1 ? (
            <Button size="small" onPress={() => uploadQueue.cancelAll()}>
              Cancel all
            </Button>
          ) : null}
        </footer>
      ) : null}
    </section>
  );
}

function UploadList({ rows }: { rows: readonly Upload[] }) {
  const scroll = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => 52,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 6,
  });
  return (
    <div ref={scroll} className="max-h-80 overflow-auto border-t">
      <div className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const upload = rows[item.index];
          return upload ? (
            <div
              key={item.key}
              data-index={item.index}
              ref={virtual.measureElement}
              className="absolute inset-x-0 top-0"
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <UploadRow upload={upload} />
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}

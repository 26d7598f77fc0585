'use client';

import { RotateCcw, RotateCw, Scissors, Trash2, Undo2 } from 'lucide-react';
import { type CSSProperties, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import { pageImageUrl } from '#lib/client/documents/document.ts';
import type { PlanPage } from '#lib/document/splitting/split-plan.ts';

const PICTURE_WIDTH = 1200;

type PagePreviewProps = {
  documentId: string;
  page: PlanPage;
  /** Of how many pages something would be done. */
  count: number;
  isFirst: boolean;
  mayEdit: boolean;
  onSplit: () => void;
  onTurn: (by: 90 | -90) => void;
  onDrop: () => void;
};

/** The focused page large, with what can be done to it. */
export function PagePreview({ documentId, page, count, isFirst, mayEdit, onSplit, onTurn, onDrop }: PagePreviewProps) {
  const { number, turn, isDropped } = page;
  const [shown, setShown] = useState<number | null>(null);
  const [failed, setFailed] = useState<number | null>(null);
  const isSideways = turn % 180 !== 0;
  const size = { maxWidth: isSideways ? '100cqh' : '100cqw', maxHeight: isSideways ? '100cqw' : '100cqh' };
  return (
    <section aria-label="Page preview" className="flex min-h-0 flex-1 flex-col bg-canvas">
      <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-1.5 border-b bg-surface px-3 py-1">
        <span className="mr-auto whitespace-nowrap text-xs">
          {count > 1 ? <span className="font-medium">{count} pages selected</span> : <span className="font-medium">Page {number}</span>}
          {isDropped && count === 1 ? <span className="text-bad"> · dropped</span> : null}
        </span>
        {mayEdit ? (
          <>
            {isFirst ? null : (
              <Button size="small" icon={<Scissors size={13} aria-hidden />} onPress={onSplit}>
                {page.isStart ? 'Join with previous' : 'Start a document here'}
              </Button>
            )}
            <IconButton
              size="small"
              label="Rotate left"
              shortcut="Shift R"
              icon={<RotateCcw size={14} aria-hidden />}
              onPress={() => onTurn(-90)}
            />
            <IconButton
              size="small"
              label="Rotate right"
              shortcut="R"
              icon={<RotateCw size={14} aria-hidden />}
              onPress={() => onTurn(90)}
            />
            <IconButton
              size="small"
              label={isDropped ? 'Restore' : 'Remove'}
              shortcut="Del"
              icon={isDropped ? <Undo2 size={14} aria-hidden /> : <Trash2 size={14} aria-hidden />}
              onPress={onDrop}
            />
          </>
        ) : null}
      </div>
      <div className="relative min-h-0 flex-1 p-3">
        {failed === number ? (
          <p role="status" className="absolute inset-x-6 top-1/2 text-center text-ink-muted">
            {`Page ${number} could not be loaded. You can still split it off, rotate it or remove it.`}
          </p>
        ) : shown === number ? null : (
          <span className="absolute top-1/2 left-1/2">
            <Spinner size={18} label="Loading the page" />
          </span>
        )}
        <div className="grid size-full place-items-center overflow-hidden [container-type:size]">
          {/* biome-ignore lint/performance/noImgElement: the picture's size is chosen here, and it stays behind the session */}
          <img
            key={number}
            onLoad={() => {
              setShown(number);
              setFailed(null);
            }}
            onError={() => setFailed(number)}
            src={pageImageUrl(documentId, number, { width: PICTURE_WIDTH })}
            alt={`Page ${number}`}
            draggable={false}
            className={classNames(
              'border border-line-strong bg-paper object-contain shadow-sm',
              isDropped && 'opacity-40 grayscale',
              failed === number && 'invisible',
            )}
            style={{ ...size, ...(turn === 0 ? {} : { transform: `rotate(${turn}deg)` }) } as CSSProperties}
          />
        </div>
      </div>
    </section>
  );
}

'use client';

import type { Evidence } from '#lib/contract/service/extraction.ts';
import { useReview } from '../session/review-context.ts';
import { cropFrame, LOUPE } from './drawing/crop-frame.ts';
import { PageCrop } from './drawing/page-crop.tsx';
import { usePage } from './drawing/use-pages.ts';

/** Pages lower than this have no room for it. */
const LEAST_HEIGHT = 560;
const share = (part: number, whole: number) => `${(part / whole) * 100}%`;

/**
 * The place in focus enlarged, with what stands around it, always at the same spot: the foot of the pages, where no place is
 * that was brought into view. It says nothing that the field does not say.
 */
export function PageLoupe({ evidence, viewHeight }: { evidence: Evidence; viewHeight: number }) {
  const { documentId } = useReview();
  const page = usePage(documentId, evidence.page);
  if (!evidence.box || page?.display !== 'image' || viewHeight < LEAST_HEIGHT) return null;
  const frame = cropFrame(evidence.box, evidence.text.length, page, LOUPE);
  const { ownWidth, ownHeight, pageWidth, pageHeight, x, y } = frame;
  const [left, top, right, bottom] = evidence.box;
  return (
    <div aria-hidden className="pointer-events-none absolute inset-x-3 bottom-1.5 z-20 flex justify-center" data-loupe>
      <PageCrop documentId={documentId} page={evidence.page} frame={frame} label={null} className="max-w-full shadow-lg outline-1">
        <div
          className="absolute rounded-[2px] bg-evidence-focus/12 ring-2 ring-evidence-focus"
          style={{
            left: share(left * pageWidth - x, ownWidth),
            top: share(top * pageHeight - y, ownHeight),
            width: share((right - left) * pageWidth, ownWidth),
            height: share((bottom - top) * pageHeight, ownHeight),
          }}
        />
      </PageCrop>
    </div>
  );
}

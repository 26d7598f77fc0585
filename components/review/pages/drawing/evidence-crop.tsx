'use client';

import type { Evidence } from '#lib/contract/service/extraction.ts';
import { type CropSize, cropFrame, LARGE_CROP } from './crop-frame.ts';
import { PageCrop } from './page-crop.tsx';
import { usePage } from './use-pages.ts';

/** Of a crop in a line; below it nothing could be read. */
const LEAST_SCALE = 0.6;

type EvidenceCropProps = { documentId: string; evidence: Evidence; size?: CropSize };

/** The piece of the page a value was taken from, cut out of the page's picture and turned so that it can be read. */
export function EvidenceCrop({ documentId, evidence, size = LARGE_CROP }: EvidenceCropProps) {
  const page = usePage(documentId, evidence.page);
  if (!evidence.box) return null;
  if (page?.display !== 'image') {
    return evidence.text ? <p className="truncate border-line-strong border-l-2 pl-2 text-ink-muted text-xs">{evidence.text}</p> : null;
  }
  const isInLine = size.leastLine !== undefined;
  return (
    <PageCrop
      documentId={documentId}
      page={evidence.page}
      frame={cropFrame(evidence.box, evidence.text.length, page, size)}
      className={isInLine ? 'max-w-[100cqw] shrink-0' : 'max-w-full outline-1'}
      {...(isInLine ? { leastScale: LEAST_SCALE } : {})}
      label={`On page ${evidence.page}: ${evidence.text}`}
    />
  );
}

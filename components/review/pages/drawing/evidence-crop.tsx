'use client';

import type { Evidence } from '#lib/contract/service/extraction.ts';
import { type CropSize, cropFrame, LARGE_CROP } from './crop-frame.ts';
import { PageCrop } from './page-crop.tsx';
import { usePage } from './use-pages.ts';

type EvidenceCropProps = { documentId: string; evidence: Evidence; size?: CropSize };

/** The piece of the page a value was taken from, cut out of the page's picture and turned so that it can be read. */
export function EvidenceCrop({ documentId, evidence, size = LARGE_CROP }: EvidenceCropProps) {
  const page = usePage(documentId, evidence.page);
  if (!evidence.box) return null;
  if (page?.display !== 'image') {
    return evidence.text ? <p className="truncate border-line-strong border-l-2 pl-2 text-ink-muted text-xs">{evidence.text}</p> : null;
  }
  return (
    <PageCrop
      documentId={documentId}
      page={evidence.page}
      frame={cropFrame(evidence.box, evidence.text.length, page, size)}
      className={size.leastLine === undefined ? 'max-w-full outline-1' : 'max-w-none shrink-0'}
      label={`On page ${evidence.page}: ${evidence.text}`}
    />
  );
}

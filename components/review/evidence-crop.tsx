'use client';

import type { Evidence } from '#lib/contract/extraction.ts';
import { pagePicture } from './page-picture.ts';
import { usePage } from './use-pages.ts';

const HEIGHT = 26;
const MAX_WIDTH = 340;
/** A line of text is about this high in the crop. */
const LINE = 17;

/** The piece of the page a value was taken from, cut out of the page's picture. */
export function EvidenceCrop({ documentId, evidence }: { documentId: string; evidence: Evidence }) {
  const page = usePage(documentId, evidence.page);
  if (!evidence.box) return null;
  if (page?.display !== 'image') {
    return evidence.text ? <p className="truncate border-line-strong border-l-2 pl-2 text-ink-muted text-xs">{evidence.text}</p> : null;
  }
  const [left, top, right, bottom] = evidence.box;
  const aspect = page.height / page.width;
  const boxHeight = Math.max(bottom - top, 0.004) * aspect;
  // Page width in pixels at which one line of the evidence is LINE pixels high, but the whole box still fits.
  const lines = Math.max(1, Math.round(boxHeight / 0.018));
  const padding = 8;
  const scale = Math.min((LINE * Math.min(lines, 2)) / boxHeight, (MAX_WIDTH - 2 * padding) / Math.max(right - left, 0.02), 1200);
  const width = Math.min(MAX_WIDTH, (right - left) * scale + 2 * padding);
  const height = Math.min(64, Math.max(HEIGHT, boxHeight * scale + 8));
  const x = left * scale - (width - (right - left) * scale) / 2;
  const y = top * aspect * scale - (height - boxHeight * scale) / 2;
  return (
    <div
      role="img"
      aria-label={`On page ${evidence.page}: ${evidence.text}`}
      className="max-w-full rounded-sm border border-line bg-paper bg-no-repeat"
      style={{
        width,
        height,
        backgroundImage: `url("${pagePicture(documentId, evidence.page, scale)}")`,
        backgroundSize: `${scale}px ${scale * aspect}px`,
        backgroundPosition: `${-x}px ${-y}px`,
      }}
    />
  );
}

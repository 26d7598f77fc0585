'use client';

import type { CSSProperties, ReactNode } from 'react';
import { pagePicture } from '#components/shared/pages/page-picture.ts';
import { classNames } from '#components/ui/class-names.ts';
import type { CropFrame } from './crop-frame.ts';

const share = (part: number, whole: number) => `${(part / whole) * 100}%`;

/** What goes on is not cut like what ends. */
const FADED = 'mask-[linear-gradient(to_right,#000_calc(100%-1.25rem),transparent)]';

type PageCropProps = {
  documentId: string;
  /** Number of the page. */
  page: number;
  frame: CropFrame;
  /** Null for a crop that says nothing that is not said elsewhere. */
  label: string | null;
  className: string;
  /** Where there is less room the crop is scaled to it, down to this share of its size; undefined: as far as need be. */
  leastScale?: number;
  /** What is drawn on the page; it turns with it. */
  children?: ReactNode;
};

/** A piece cut out of the picture of a page, turned so that it can be read. */
export function PageCrop({ documentId, page, frame, label, className, leastScale, children }: PageCropProps) {
  const { width, height, ownWidth, ownHeight, pageWidth, pageHeight, x, y, turn } = frame;
  // A picture as large as its frame can stand nowhere else.
  const offset = (from: number, whole: number, picture: number) =>
    Math.abs(whole - picture) < 0.01 ? '0%' : share(-from, whole - picture);
  // All inside is told in shares, so that a narrower column shows the whole of it smaller.
  const inner: CSSProperties = {
    width: share(ownWidth, width),
    height: share(ownHeight, height),
    left: share((width - ownWidth) / 2, width),
    top: share((height - ownHeight) / 2, height),
    transform: turn === 0 ? undefined : `rotate(${turn}deg)`,
    backgroundImage: `url("${pagePicture(documentId, page, pageWidth)}")`,
    backgroundSize: `${share(pageWidth, ownWidth)} ${share(pageHeight, ownHeight)}`,
    backgroundPosition: `${offset(x, ownWidth, pageWidth)} ${offset(y, ownHeight, pageHeight)}`,
  };
  return (
    <div
      {...(label === null ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      className={classNames(
        'relative overflow-hidden rounded-sm bg-paper outline-line -outline-offset-1',
        frame.isTooLong && FADED,
        className,
      )}
      style={{ width, minWidth: leastScale && leastScale * width, aspectRatio: `${width} / ${height}` }}
    >
      <div className="crop-edges absolute bg-no-repeat" style={inner}>
        {children}
      </div>
    </div>
  );
}

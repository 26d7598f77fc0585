'use client';

import { FileText } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { pageImageUrl } from '#lib/client/documents/document.ts';

/** Pixels of the picture that is asked for: sharp on a dense screen too. */
const PICTURE_WIDTH = 160;

type FrontPageProps = {
  /** Null where nothing can be drawn. */
  documentId: string | null;
  /** Gives width and height. */
  className: string;
};

/** The first page of a document, small; what cannot be drawn is a sign for a page. */
export function FrontPage({ documentId, className }: FrontPageProps) {
  const [isBroken, setIsBroken] = useState(false);
  return (
    <span
      className={classNames(
        'flex shrink-0 items-center justify-center overflow-hidden rounded-sm border border-line-strong bg-paper',
        className,
      )}
    >
      {documentId === null || isBroken ? (
        <FileText size={16} aria-hidden className="text-paper-line" />
      ) : (
        // biome-ignore lint/performance/noImgElement: the picture's size is chosen here, and it stays behind the session
        <img
          src={pageImageUrl(documentId, 1, { width: PICTURE_WIDTH })}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setIsBroken(true)}
          className="size-full object-cover object-top"
        />
      )}
    </span>
  );
}

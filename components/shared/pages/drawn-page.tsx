'use client';

import { RotateCw } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Spinner } from '#components/ui/spinner.tsx';
import type { Page } from '#lib/contract/service/reading.ts';

/** A picture that comes sooner is not announced. */
const LATE_MS = 250;

type DrawnPageProps = {
  src: string;
  /** CSS pixels, before turning. */
  width: number;
  height: number;
  /** Undefined while on its way. */
  page: Page | undefined;
};

/**
 * The picture of a page. Until it comes, its words stand there as bars, or the picture in the size asked for before; when it
 * cannot be had, that is said, with a button that asks for it again, and it is asked for anyway when the network is back or the
 * page has been read. For another page it is to be made anew.
 */
export function DrawnPage({ src, width, height, page }: DrawnPageProps) {
  const [drawn, setDrawn] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [isLate, setLate] = useState(false);
  const wanted = useRef(src);
  wanted.current = src;
  const isFailed = failed === src;
  const isComing = drawn !== src && !isFailed;
  useEffect(() => {
    if (!isComing) return;
    const timer = setTimeout(() => setLate(true), LATE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isComing]);
  const again = useCallback(() => setFailed(null), []);
  const isRead = page !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that has been read meanwhile has a picture now
  useEffect(again, [again, isRead]);
  useEffect(() => {
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [again]);
  const onLoad = async (image: HTMLImageElement) => {
    // The one before stays beneath until this one can be painted.
    await image.decode().catch(() => undefined);
    if (wanted.current === src) setDrawn(src);
  };
  const pictures = [drawn, isFailed ? null : src].filter((one, at, all) => one !== null && all.indexOf(one) === at);
  return (
    <>
      {pictures.map((one) => (
        // biome-ignore lint/performance/noImgElement: the picture's size is chosen here, and it stays behind the session
        <img
          key={one}
          src={one ?? undefined}
          alt=""
          width={width}
          height={height}
          draggable={false}
          decoding="async"
          onLoad={one === src ? (event) => void onLoad(event.currentTarget) : undefined}
          onError={one === src ? () => setFailed(src) : undefined}
          className="absolute inset-0 size-full select-none"
        />
      ))}
      {drawn === null && (isLate || isFailed) ? <WordBars page={page} /> : null}
      {drawn === null && isLate ? (
        <p
          role="status"
          className="absolute top-3 right-3 flex items-center gap-1.5 rounded-md border bg-raised px-2 py-0.5 text-ink text-xs shadow-sm"
        >
          <Spinner size={12} />
          Loading the page …
        </p>
      ) : null}
      {isFailed ? (
        <div
          role="alert"
          className="absolute top-3 left-3 z-20 flex max-w-[calc(100%-1.5rem)] flex-wrap items-center gap-2 rounded-md border bg-raised px-3 py-2 text-ink text-sm shadow-md"
        >
          {drawn === null
            ? 'The page image could not be loaded. Its text and the values are shown.'
            : 'The page image could not be loaded at this size. The previous one is shown.'}
          <Button size="small" icon={<RotateCw size={13} aria-hidden />} onPress={again}>
            Try again
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Where the page's words stand, in one shape. */
function WordBars({ page }: { page: Page | undefined }) {
  const shape = useMemo(
    () =>
      page?.words
        .filter(({ hidden }) => !hidden)
        .map(({ box: [left, top, right, bottom] }) => {
          const [x, width, height] = [left * 1000, (right - left) * 1000, (bottom - top) * 600];
          return `M${x.toFixed(1)} ${(top * 1000 + height / 3).toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h-${width.toFixed(1)}z`;
        })
        .join(''),
    [page],
  );
  return shape ? (
    <svg aria-hidden="true" viewBox="0 0 1000 1000" preserveAspectRatio="none" className="absolute inset-0 size-full fill-paper-line">
      <path d={shape} />
    </svg>
  ) : null;
}

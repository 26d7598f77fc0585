import { pageImageUrl } from '#lib/client/documents/document.ts';

/**
 * Widths in pixels that pictures are asked for in, so that zooming meets the cache. None lies between thumbnails and 1000: the page on the screen
 * and the crops beside the values are to come from one picture.
 */
const WIDTHS = [160, 320, 1000, 1600, 2400, 3200] as const;

/** True when no picture of a whole page is as sharp as `cssWidth` needs on this screen. */
export function isBlownUp(cssWidth: number): boolean {
  return cssWidth * window.devicePixelRatio > WIDTHS[WIDTHS.length - 1]!;
}

/** Address of the picture of a page, at least as sharp as `cssWidth` needs on this screen. */
export function pagePicture(documentId: string, page: number, cssWidth: number): string {
  const needed = cssWidth * (typeof window === 'undefined' ? 1 : window.devicePixelRatio);
  const width = WIDTHS.find((candidate) => candidate >= needed) ?? WIDTHS[WIDTHS.length - 1] ?? 1000;
  return pageImageUrl(documentId, page, { width });
}

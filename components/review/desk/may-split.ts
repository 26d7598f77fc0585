import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';

/** True for files of several pages that can be split; the screen says why not, when not now. */
export function maySplit({ media_type: mediaType, page_count: pages }: DeskDocument): boolean {
  return (mediaType === 'application/pdf' || mediaType === 'image/tiff') && (pages ?? 0) > 1;
}

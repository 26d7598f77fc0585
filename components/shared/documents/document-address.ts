import type { FoundPlace } from '#lib/contract/desk/search/found.ts';

/** Where a document of the list opens: at what was sought, if that stands on its pages. */
export function documentAddress(id: string, place: FoundPlace | undefined): string {
  return place && place.kind !== 'comment' ? `/documents/${id}?find=${encodeURIComponent(place.sought)}` : `/documents/${id}`;
}

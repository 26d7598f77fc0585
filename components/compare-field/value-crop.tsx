'use client';

import { PlaceCrop } from '#components/shared/documents/place-crop.tsx';
import type { ComparedValue } from '#lib/contract/desk/compare-field.ts';
import { hasPictures } from '#lib/document/geometry/has-pictures.ts';

/** The place of a value with what stands around it, cut out of its page; its words where the page has no picture. */
export function ValueCrop({ item, isDrawn }: { item: ComparedValue; isDrawn: boolean }) {
  const evidence = item.value.evidence.find(({ box }) => box !== null);
  if (!evidence?.box)
    return <p className="text-ink-faint text-xs">{item.value.value === null ? 'Not found' : 'Not located on the page'}</p>;
  if (!hasPictures(item.document.media_type))
    return <p className="line-clamp-2 border-line-strong border-l-2 pl-2 text-ink-muted text-xs">{evidence.text}</p>;
  if (!isDrawn) return null;
  return <PlaceCrop documentId={item.document.id} page={evidence.page} box={evidence.box} text={evidence.text} />;
}

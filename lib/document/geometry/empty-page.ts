import type { Page } from '#lib/contract/service/reading.ts';

/** A page on which nothing stands yet, without name and upright; `given` says the rest. */
export function emptyPage(given: Pick<Page, 'number' | 'width' | 'height' | 'source' | 'display'> & Partial<Page>): Page {
  return {
    name: null,
    text_rotation: 0,
    words: [],
    lines: [],
    blocks: [],
    tables: [],
    form_fields: [],
    tick_boxes: [],
    links: [],
    ...given,
  };
}

import type { Page } from '#lib/contract/service/reading.ts';
import { clampBox } from '#lib/document/geometry/box.ts';
import type { OpenDocument } from '../pdfium/open-document.ts';
import type { PageMap } from '../pdfium/page-map.ts';
import { targetPage } from './read-outline.ts';

const MOST_LINKS = 2000;

/** The links of an open page: to an address of the web or to another page. */
export function readLinks(document: OpenDocument, page: number, map: PageMap): Page['links'] {
  const { pdfium, handle } = document;
  const { api } = pdfium;
  const position = pdfium.reserve(8);
  const links: Page['links'] = [];
  try {
    pdfium.clear(position, 8);
    while (links.length < MOST_LINKS && api.FPDFLink_Enumerate(page, position, position + 4)) {
      const link = pdfium.uint32(position, 1);
      if (!api.FPDFLink_GetAnnotRect(link, pdfium.scratch)) continue;
      const [left, top, right, bottom] = [0, 1, 2, 3].map((index) => pdfium.float32(pdfium.scratch, index)) as [
        number,
        number,
        number,
        number,
      ];
      const box = clampBox(map.box(left, bottom, right, top));
      const action = api.FPDFLink_GetAction(link);
      const bytes = action === 0 ? null : pdfium.fill((buffer, size) => api.FPDFAction_GetURIPath(handle, action, buffer, size));
      const url = bytes && new TextDecoder().decode(bytes).replace(/\0+$/, '');
      const target = url ? null : targetPage(document, api.FPDFLink_GetDest(handle, link), action);
      if (url || target !== null) links.push({ box, url: url || null, page: target });
    }
  } finally {
    pdfium.free(position);
  }
  return links;
}

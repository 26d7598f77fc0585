import type { ReadEvent } from '../../../model/adapter.ts';
import { readXmlValues } from '../../../xml/xml-values.ts';
import type { OpenDocument } from '../pdfium/open-document.ts';

const FULL_XFA = 2;
const LARGEST_PACKET = 16 * 1024 * 1024;

/** Values of an XFA form's data, and a warning where the pages themselves show nothing of it. */
export function* readXfa(document: OpenDocument): Generator<ReadEvent> {
  const { pdfium, handle } = document;
  const { api } = pdfium;
  const count = api.FPDF_GetXFAPacketCount(handle);
  for (let index = 0; index < count; index++) {
    const name = new TextDecoder().decode(pdfium.fill((buffer, size) => api.FPDF_GetXFAPacketName(handle, index, buffer, size)));
    if (name.replace(/\0+$/, '') !== 'datasets') continue;
    const content = readPacket(document, index);
    const values = content && readXmlValues(content, 'xfa')?.values.filter(({ path }) => path.includes('data/'));
    if (values && values.length > 0) yield { type: 'stated_values', values };
  }
  if (api.FPDF_GetFormType(handle) === FULL_XFA) {
    yield {
      type: 'warning',
      message: 'This is a dynamic XFA form. Only its data could be read; print it to PDF in Adobe Reader to see the pages themselves.',
    };
  }
}

function readPacket({ pdfium, handle }: OpenDocument, index: number): Uint8Array | null {
  const { api, scratch } = pdfium;
  if (!api.FPDF_GetXFAPacketContent(handle, index, 0, 0, scratch)) return null;
  const size = pdfium.uint32(scratch);
  if (size === 0 || size > LARGEST_PACKET) return null;
  const buffer = pdfium.reserve(size);
  try {
    return api.FPDF_GetXFAPacketContent(handle, index, buffer, size, scratch) ? pdfium.copy(buffer, size) : null;
  } finally {
    pdfium.free(buffer);
  }
}

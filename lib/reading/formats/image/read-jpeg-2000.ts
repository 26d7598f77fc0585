import type { Raster } from '../../model/adapter.ts';
import { loadPdfium, type Pdfium } from '../pdf/pdfium/pdfium.ts';
import { damagedJpeg2000, type Jpeg2000Size } from './measure-jpeg-2000.ts';

/**
 * Pixels. A larger picture is halved until it fits: its codestream holds it in halves anyway, so the finest are never decoded, and
 * text recognition uses no more.
 */
const MOST_DRAWN = 20_000_000;
/** FPDFBitmap_BGRA, and FPDF_REVERSE_BYTE_ORDER, which makes it RGBA. */
const BGRA = 4;
const RGBA_ORDER = 16;

/**
 * Decodes a JPEG 2000 picture with PDFium, which draws such pictures in PDF: given to it as the only picture of a page.
 * The result may be a half, a quarter and so on of the size that the file states; see `MOST_DRAWN`.
 * @param size as `measureJpeg2000` gives it, and within the limits
 * @throws ReadError `damaged_file`, also for a picture that is cut off
 */
export async function readJpeg2000(bytes: Buffer, size: Jpeg2000Size): Promise<Raster> {
  const pdfium = await loadPdfium();
  const document = wrap(bytes, size);
  const buffer = pdfium.allocate(document);
  try {
    const handle = pdfium.api.FPDF_LoadMemDocument(buffer, document.byteLength, '');
    if (handle === 0) throw damagedJpeg2000();
    try {
      const page = pdfium.api.FPDF_LoadPage(handle, 0);
      if (page === 0) throw damagedJpeg2000();
      try {
        return draw(pdfium, page, drawnSize(size));
      } finally {
        pdfium.api.FPDF_ClosePage(page);
      }
    } finally {
      pdfium.api.FPDF_CloseDocument(handle);
    }
  } finally {
    pdfium.free(buffer);
  }
}

function drawnSize({ width, height }: Jpeg2000Size): { width: number; height: number } {
  let part = 1;
  while ((width / part) * (height / part) > MOST_DRAWN) part *= 2;
  return { width: Math.ceil(width / part), height: Math.ceil(height / part) };
}

/** On nothing: where PDFium cannot decode the picture it draws nothing and does not tell. */
function draw({ api, copy, clear }: Pdfium, page: number, { width, height }: { width: number; height: number }): Raster {
  const bitmap = api.FPDFBitmap_CreateEx(width, height, BGRA, 0, 0);
  if (bitmap === 0) throw damagedJpeg2000();
  try {
    const bytes = width * height * 4;
    clear(api.FPDFBitmap_GetBuffer(bitmap), bytes);
    api.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RGBA_ORDER);
    const pixels = copy(api.FPDFBitmap_GetBuffer(bitmap), bytes);
    for (let at = 3; at < bytes; at += 4) if (pixels[at] !== 0) return { pixels, width, height };
    throw damagedJpeg2000();
  } finally {
    api.FPDFBitmap_Destroy(bitmap);
  }
}

/**
 * A PDF of one page as large as the picture on it, a point for each pixel. Its table of places is complete: without one PDFium
 * would look for objects, also in the bytes of the picture.
 */
function wrap(picture: Buffer, { width, height }: Jpeg2000Size): Buffer {
  const content = `${width} 0 0 ${height} 0 0 cm /P Do`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /XObject << /P 5 0 R >> >> /Contents 4 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /Filter /JPXDecode /Length ${picture.length} >>\nstream\n`,
  ];
  const places: number[] = [];
  let head = '%PDF-1.7\n';
  for (const [index, object] of objects.entries()) {
    places.push(head.length);
    head += `${index + 1} 0 obj\n${object}${index + 1 < objects.length ? '\nendobj\n' : ''}`;
  }
  const close = '\nendstream\nendobj\n';
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const tableAt = head.length + picture.length + close.length;
  const end = `${close}xref\n0 6\n0000000000 65535 f \n${table}trailer << /Root 1 0 R /Size 6 >>\nstartxref\n${tableAt}\n%%EOF\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), picture, Buffer.from(end, 'latin1')]);
}

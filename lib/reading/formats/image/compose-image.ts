import sharp from 'sharp';
import type { ReadLimits, SourceFile } from '../../model/adapter.ts';
import type { ComposedPage } from '../../model/child-task.ts';
import { ReadError } from '../../model/read-error.ts';
import { makeDocument } from '../pdf/pdfium/make-document.ts';
import { loadPdfium, type Pdfium } from '../pdf/pdfium/pdfium.ts';
import { type ImagePage, openImage } from './open-image.ts';
import { pointsOf } from './points-of.ts';

const QUALITY = 88;
/** FPDF_FILEACCESS: length, function that gives a block, its parameter; 4 bytes each in WebAssembly. */
const ACCESS_BYTES = 12;

/** Makes PDFs of pages of a picture file (TIFF), each page a picture, in the given order and turned as asked. Throws `ReadError`. */
export async function* composeImages(
  file: SourceFile,
  parts: readonly (readonly ComposedPage[])[],
  pageCount: number,
  limits: ReadLimits,
): AsyncGenerator<Uint8Array> {
  const image = await openImage(file, limits);
  if (image.pageCount !== pageCount)
    throw new ReadError('too_large_to_read', `The file has ${image.pageCount} pages, of which ${pageCount} were read.`);
  const pdfium = await loadPdfium();
  for (const pages of parts) {
    yield await makeDocument(pdfium, async (document) => {
      for (const [index, { number, turn }] of pages.entries()) {
        const page = await image.page(number);
        addPicture(pdfium, document, index, await encode(page, turn));
      }
    });
  }
}

type Encoded = { jpeg: Uint8Array; width: number; height: number };

/** The page as JPEG, upright after its turn; `width` and `height` in points. */
async function encode(page: ImagePage, turn: number): Promise<Encoded> {
  // orientation given by the file is carried out before the person's turn
  const { data, info } = await page
    .decode()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((cause) => {
      throw new ReadError('damaged_file', 'A picture of this file is damaged and cannot be copied.', { cause });
    });
  const { width, height, channels } = info;
  const jpeg = await sharp(data, { raw: { width, height, channels }, limitInputPixels: false })
    .rotate(turn)
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const isSideways = turn % 180 !== 0;
  const seen = { width: isSideways ? height : width, height: isSideways ? width : height };
  return { jpeg, ...pointsOf({ ...seen, dotsPerInch: page.dotsPerInch }) };
}

function addPicture(pdfium: Pdfium, document: number, index: number, { jpeg, width, height }: Encoded): void {
  const { api } = pdfium;
  const page = api.FPDFPage_New(document, index, width, height);
  const picture = api.FPDFPageObj_NewImageObj(document);
  const bytes = pdfium.allocate(jpeg);
  const give = api.pdfium.addFunction((_parameter: number, position: number, target: number, size: number) => {
    pdfium.move(bytes + position, target, size);
    return 1;
  }, 'iiiii');
  const access = pdfium.allocate(new Uint8Array(Uint32Array.of(jpeg.byteLength, give, 0).buffer, 0, ACCESS_BYTES));
  try {
    if (!api.FPDFImageObj_LoadJpegFileInline(0, 0, picture, access)) throw new ReadError('damaged_file', 'A picture could not be copied.');
    api.FPDFImageObj_SetMatrix(picture, width, 0, 0, height, 0, 0);
    api.FPDFPage_InsertObject(page, picture);
    if (!api.FPDFPage_GenerateContent(page)) throw new ReadError('damaged_file', 'A page of pictures could not be written.');
  } finally {
    api.FPDF_ClosePage(page);
    api.pdfium.removeFunction(give);
    pdfium.free(access);
    pdfium.free(bytes);
  }
}

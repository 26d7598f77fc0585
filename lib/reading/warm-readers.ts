import type { Recognise } from './ocr/recognise.ts';

const BLANK = { width: 640, height: 640 };

/** Loads PDFium, and lets both readers of text look at a blank picture, which loads their networks. `languages`: ISO 639-1 codes. */
export async function warmReaders(recognise: Recognise, languages: string[]): Promise<void> {
  await (await import('./pdf/pdfium.ts')).loadPdfium();
  const pixels = new Uint8Array(BLANK.width * BLANK.height * 4).fill(255);
  await recognise({ pixels, ...BLANK }, { languages, signal: new AbortController().signal });
  const { warmSecondReader } = await import('./ocr/second-reader.ts');
  await warmSecondReader(languages[0] ?? 'en');
}

/** Loads PDFium and the encoder of pictures. */
export async function warmDrawing(): Promise<void> {
  await (await import('./pdf/pdfium.ts')).loadPdfium();
  const { default: sharp } = await import('sharp');
  await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .webp()
    .toBuffer();
}

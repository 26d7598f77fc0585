import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { withTemporaryFolder } from '../files/temporary-folder.ts';
import type { ReadContext } from '../model/adapter.ts';
import type { WarmTask } from '../model/child-task.ts';
import { DEFAULT_LIMITS } from '../model/read-limits.ts';
import { openModelFolder } from '../ocr/networks/model-folder.ts';
import type { Recognise } from '../ocr/recognise.ts';
import { makePage } from './made-page.ts';
import { openSource } from './read-events.ts';
import { requireAdapter } from './require-adapter.ts';

/** Pixels of an A4 page at 200 dots an inch, the usual scan. */
const SCAN_WIDTH = 1654;
const SETTING = { size: 11, leading: 24 };
const LINES = { digital: 24, scan: 8 };
/** Pixels of an empty picture, which is enough to have the networks loaded. */
const SMALL = 64;
/** Its first readings are three times as slow as later ones. */
const DIGITAL_READINGS = 3;

/** Takes one step towards having all loaded and compiled that files need, with pages made up for it. */
export async function warmReaders({ step, languages, ocrModelDir }: WarmTask, recognise: Recognise): Promise<void> {
  const signal = new AbortController().signal;
  if (step === 'drawing') await warmDrawing();
  else if (step === 'second_reader') await warmSecondReader(languages, ocrModelDir);
  else if (step === 'networks')
    await recognise({ pixels: new Uint8Array(SMALL * SMALL * 4).fill(255), width: SMALL, height: SMALL }, { languages, signal });
  else
    await warmWithPage(
      step,
      { limits: DEFAULT_LIMITS, languages, signal, keepAttachment: async (attachment) => ({ ...attachment, size: 0, sha256: '' }) },
      recognise,
    );
}

async function warmWithPage(step: 'digital' | 'scan', context: ReadContext, recognise: Recognise): Promise<void> {
  const open = async (file: string) => {
    const source = await openSource({ path: file, name: path.basename(file) });
    return { source, adapter: await requireAdapter(source.mediaType, recognise) };
  };
  const read = async (file: string) => {
    const { source, adapter } = await open(file);
    for await (const _ of adapter.read(source, context));
  };
  await withTemporaryFolder('read', async (folder) => {
    const digital = path.join(folder, 'digital.pdf');
    const lines = Array.from({ length: LINES[step] }, (_, row) => `Line ${row + 1} of the first page, ${row * 7} pieces   ${row * 3}.50`);
    await writeFile(digital, makePage(lines, SETTING));
    if (step === 'digital') {
      for (let count = 0; count < DIGITAL_READINGS; count++) await read(digital);
      return;
    }
    const scan = path.join(folder, 'scan.png');
    const { source, adapter } = await open(digital);
    const { pixels, width, height } = await adapter.draw!(source, 1, SCAN_WIDTH, context);
    await sharp(pixels, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .png({ compressionLevel: 1 })
      .toFile(scan);
    await read(scan);
  });
}

/** Nothing is loaded where the networks read accents themselves: nobody asks the second reader then. */
async function warmSecondReader(languages: readonly string[], ocrModelDir: string | undefined): Promise<void> {
  const { manifest } = await openModelFolder(ocrModelDir);
  if (!manifest.readsAccents) await (await import('../ocr/words/second-reader.ts')).warmSecondReader(languages[0] ?? 'en');
}

/** Loads PDFium and the encoder of pictures. */
async function warmDrawing(): Promise<void> {
  await (await import('../formats/pdf/pdfium/pdfium.ts')).loadPdfium();
  await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .webp()
    .toBuffer();
}

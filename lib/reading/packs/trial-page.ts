import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makePage } from '../child/made-page.ts';
import { openSource } from '../child/read-events.ts';
import { requireAdapter } from '../child/require-adapter.ts';
import { withTemporaryFolder } from '../files/temporary-folder.ts';
import type { Raster } from '../model/adapter.ts';
import { DEFAULT_LIMITS } from '../model/read-limits.ts';
import { createLazyRecogniser } from '../ocr/lazy-recogniser.ts';

/** What a pack must read before it is used: letters with accents, signs and figures of the languages that documents come in. */
export const TRIAL_LINES: readonly string[] = [
  'Delivery note HL-20417 of 12 March 2031',
  'Total amount due 1,381.75 £',
  'Rechnungsbetrag für Möbel und Öfen: 2.048,90 €',
  'Straße der Brüder 17, 04109 Köln',
  'Numéro de série relevé à la réception',
  'Fecha de emisión: 30 de septiembre de 2031',
  'Quantità consegnata: 48 più 12 in omaggio',
  'Conservação e manutenção, página 3 de 7',
  'Bestelling geplaatst door coördinator Zoë',
  'IBAN DE75 5121 0800 1245 1261 99',
];

/** Pixels of an A4 page at 150 dots an inch. */
const WIDTH = 1240;
const SETTING = { size: 13, leading: 34 };

/** A picture of a page with these lines (see `makePage`), at most twenty; needs no fonts on the machine. */
export async function drawTrialPage(lines: readonly string[], signal: AbortSignal): Promise<Raster> {
  return withTemporaryFolder('read', async (folder) => {
    const file = path.join(folder, 'trial.pdf');
    await writeFile(file, makePage(lines, SETTING));
    const source = await openSource({ path: file, name: path.basename(file) });
    const adapter = await requireAdapter(source.mediaType, createLazyRecogniser());
    const keepAttachment = () => Promise.reject(new Error('The trial page has no attachments.'));
    return adapter.draw!(source, 1, WIDTH, { limits: DEFAULT_LIMITS, languages: [], signal, keepAttachment });
  });
}

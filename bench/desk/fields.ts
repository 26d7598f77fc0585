// npm run bench:fields: what a key costs in the review of a document with 400 fields, in a real Chromium on the built product (npm run build first).
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import PdfDocument from 'pdfkit';
import { type Browser, chromium, type Page } from 'playwright';
import type { DeskDocument, DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { Schema, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { createDeskClient } from '../product/desk-client.ts';
import { findPort, startProduct } from '../product/start-product.ts';
import { traceTasks } from './support/review-trace.ts';

const FIELDS = 400;
const PER_PAGE = 40;
/** Each so many values are printed in a way that their pattern refuses. */
const EACH_REFUSED = 4;
const PRESSES = 25;
/** What a person needs between two keys at least; what a press sets off is over by then. */
const REST_MS = 350;

const nameOf = (index: number) => `reading_${index + 1}`;
const labelOf = (index: number) => `Reading ${index + 1}`;

const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-fields-'));
const product = await startProduct({ dataDir, port: await findPort() });
const executablePath = [process.env.COUNTERSIGN_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (file) => file && existsSync(file),
);
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox', '--disable-quic'] });
try {
  const desk = createDeskClient(product.url);
  await desk.enter();
  const schemaId = (await desk.post<Schema>('/api/schemas', makeSchema())).body.id;
  const { id } = (await desk.upload<DeskDocument>('readings.pdf', await makeDocument(), schemaId)).body;
  for (const end = Date.now() + 240_000; ; await sleep(250)) {
    const { document } = (await desk.get<DeskDocumentDetail>(`/api/documents/${id}`)).body;
    if (document.state === 'to_review') break;
    if (document.state === 'failed' || Date.now() > end)
      throw new Error(`The document was not ready: ${document.failure?.message ?? 'in time'}`);
  }
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const cookies = desk.cookie().split('; ').filter(Boolean);
  await context.addCookies(
    cookies.map((cookie) => ({ name: cookie.split('=')[0] ?? '', value: cookie.slice(cookie.indexOf('=') + 1), url: product.url })),
  );
  const page = await context.newPage();
  await page.goto(`${product.url}/documents/${id}`);
  for (const { what, paint, longest } of await pressThroughFields(browser, page)) {
    const at = (share: number) => Math.round(paint.toSorted((a, b) => a - b)[Math.floor(share * (paint.length - 1))] ?? Number.NaN);
    console.log(
      `${what}: to the next picture p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, longest ${at(1)} ms (${paint.length}); longest task ${longest.toFixed(1)} ms of processor time`,
    );
  }
  console.log(`load of the machine ${(loadavg()[0] ?? 0).toFixed(1)}`);
} finally {
  await browser.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** A schema of 400 codes with a pattern. */
function makeSchema(): SchemaDraft {
  const fields = Array.from({ length: FIELDS }, (_, index) => ({
    name: nameOf(index),
    type: 'string' as const,
    label: labelOf(index),
    description: '',
    required: true,
    pattern: '^[A-Z]{2}-[0-9]{5}$',
  }));
  return { name: 'Bench readings', description: '', rules: [], fields };
}

/** A document of ten pages with all of them, a quarter printed in a way the pattern refuses. */
async function makeDocument(): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PdfDocument({ size: 'A4' });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise((resolve) => document.on('end', resolve));
  for (let index = 0; index < FIELDS; index += 1) {
    if (index > 0 && index % PER_PAGE === 0) document.addPage();
    const code = `KB${index % EACH_REFUSED === 0 ? '/' : '-'}${10_000 + index * 37}`;
    document.fontSize(9).text(`${labelOf(index)}: ${code}`, 72, 72 + (index % PER_PAGE) * 17, { lineBreak: false });
  }
  document.end();
  await done;
  return new Uint8Array(Buffer.concat(chunks));
}

/** What a kind of key costs: from the press to the next picture on the screen, and processor time of the longest task it set off, in ms. */
type Figures = { what: string; paint: number[]; longest: number }[];

/** Types, accepts and steps through the fields of the open document. */
async function pressThroughFields(browser: Browser, page: Page): Promise<Figures> {
  await page
    .locator('[data-pointer]')
    .nth(FIELDS - 1)
    .waitFor({ timeout: 60_000 });
  await sleep(4000);
  const figures: Figures = [];
  for (const [what, key] of [
    ['typed character', '5'],
    ['Tab', 'Tab'],
    ['Enter', 'Enter'],
  ] as const) {
    await page.locator('[data-pointer]').nth(8).focus();
    await sleep(REST_MS);
    const press = async (times: number) => {
      for (let count = 0; count < times; count += 1) {
        await page.keyboard.press(key);
        await sleep(REST_MS);
      }
    };
    await page.evaluate(startNoting);
    await press(PRESSES);
    const paint = await page.evaluate(() => (window as unknown as { presses: number[] }).presses);
    // Again under a tracer, whose own work the times above need not bear.
    const { longest } = await traceTasks(browser, page, () => press(8));
    figures.push({ what, paint, longest });
    if (what === 'typed character') await page.keyboard.press('Escape');
  }
  return figures;
}

/** Runs in the browser: notes from each key press to the frame after the one that shows its effect. */
function startNoting(): void {
  const noted: number[] = [];
  Object.assign(window, { presses: noted });
  const holder = window as unknown as { noting?: AbortController };
  holder.noting?.abort();
  holder.noting = new AbortController();
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => noted.push(performance.now() - timeStamp))),
    { capture: true, signal: holder.noting.signal },
  );
}

// npm run bench:formats -- [--only TEXT]: the same invoice in every format that can be written here goes through the built product.
// Of each document a value is focused in the review desk and photographed with its highlight (screenshots/formats/); prints which
// values have other words under their place than they say, and puts all pictures on one sheet, docs/pictures/formats.webp.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chromium, type Page as Tab } from 'playwright';
import sharp from 'sharp';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { MergedFields, MergedValue } from '#lib/contract/desk/review.ts';
import type { Box } from '#lib/contract/service/box.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { containsCentre } from '#lib/document/geometry/box.ts';
import { SET_UP_TOKEN } from '../product/account.ts';
import { type FormatFile, makeFormatFiles } from '../product/make-format-files.ts';
import { findPort, startProduct } from '../product/start-product.ts';

const { values: options } = parseArgs({ options: { only: { type: 'string' } } });
const ACCOUNT = { name: 'Ada Brandt', email: 'ada@example.org', password: 'correct horse battery' };
const FOCUSED = /^Invoice number/i;
const TILE = { width: 300, height: 290, label: 24, columns: 7 };
const LONGEST_MS = 120_000;
const SHEET = path.resolve('docs/pictures/formats.webp');

/** Text without spaces and case. */
const fold = (text: string) => text.normalize('NFKC').replace(/\s+/g, '').toLowerCase();

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-formats-'));
mkdirSync('screenshots/formats', { recursive: true });
const product = await startProduct({ dataDir: path.join(folder, 'data'), port: await findPort() });
const executablePath = [process.env.COUNTERSIGN_CHROMIUM, '/usr/bin/chromium'].find((file) => file && existsSync(file));
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] });
try {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const tab = await context.newPage();
  await tab.goto(`${product.url}/set-up`);
  await ask(tab, 'POST', '/api/set-up', { ...ACCOUNT, token: SET_UP_TOKEN });
  const { items: schemas } = await ask<{ items: { id: string; name: string }[] }>(tab, 'GET', '/api/schemas');
  const schemaId = schemas.find(({ name }) => name === 'Invoice')!.id;
  const files = (await makeFormatFiles()).filter(({ kind }) => !options.only || kind.includes(options.only));
  const tiles: { kind: string; png: Buffer }[] = [];
  for (const file of files) {
    const detail = await upload(tab, file, schemaId).catch((error: Error) => error);
    if (detail instanceof Error) {
      console.log(`${file.kind}: ${detail.message}`);
      continue;
    }
    const { places, wrong } = await checkPlaces(tab, detail);
    console.log(`${file.kind}: ${places} places, ${wrong.length === 0 ? 'all on their words' : `wrong: ${wrong.join('; ')}`}`);
    tiles.push({ kind: file.kind, png: await photograph(tab, detail.document.id, file) });
  }
  if (!options.only) await makeSheet(tiles);
} finally {
  await browser.close();
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function ask<T>(tab: Tab, method: string, address: string, data?: unknown): Promise<T> {
  const answer = await tab.request.fetch(product.url + address, {
    method,
    headers: { origin: product.url },
    ...(data !== undefined && { data }),
  });
  if (!answer.ok()) throw new Error(`${address} was answered ${answer.status()}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Adds the file and waits until it can be reviewed. */
async function upload(tab: Tab, { name, mediaType, bytes }: FormatFile, schemaId: string): Promise<DeskDocumentDetail> {
  const answer = await tab.request.post(`${product.url}/api/documents?name=${name}&schema_id=${schemaId}`, {
    headers: { origin: product.url, 'content-type': mediaType },
    data: Buffer.from(bytes),
  });
  const { id } = (await answer.json()) as { id: string };
  for (const until = Date.now() + LONGEST_MS; Date.now() < until; await sleep(200)) {
    const detail = await ask<DeskDocumentDetail>(tab, 'GET', `/api/documents/${id}`);
    if (detail.document.state === 'to_review') return detail;
    if (detail.document.state === 'failed') throw new Error(`failed: ${JSON.stringify(detail.document)}`);
  }
  throw new Error('not ready in time');
}

function listValues(fields: MergedFields): MergedValue[] {
  return Object.values(fields).flatMap((field) => (Array.isArray(field) ? field.flatMap((row) => Object.values(row.cells)) : [field]));
}

/** Compares what each value says with the words under its place. */
async function checkPlaces(tab: Tab, { document, fields }: DeskDocumentDetail): Promise<{ places: number; wrong: string[] }> {
  const { pages } = await ask<{ pages: Page[] }>(tab, 'GET', `/api/documents/${document.id}/pages?from=1&to=5`);
  const evidence = listValues(fields ?? {}).flatMap((value) => value.evidence.filter(({ box }) => box !== null));
  const wrong = evidence.flatMap(({ page, box, text }) => {
    const words = pages.find(({ number }) => number === page)?.words ?? [];
    const under = words.filter((word) => containsCentre(box as Box, word.box)).map((word) => word.text);
    return fold(under.join('')).includes(fold(text)) ? [] : [`“${text}” stands on “${under.join(' ')}”`];
  });
  return { places: evidence.length, wrong };
}

/** The pages of the review desk with the focused value's place in sight. */
async function photograph(tab: Tab, id: string, { name }: FormatFile): Promise<Buffer> {
  await tab.goto(`${product.url}/documents/${id}`);
  await tab
    .getByRole('combobox', { name: FOCUSED })
    .or(tab.getByRole('textbox', { name: FOCUSED }))
    .first()
    .focus();
  const mark = tab.locator('[data-mark="/invoice_number"]').first();
  await mark.waitFor({ timeout: 20_000 }).catch(() => console.log(`${name}: no highlight`));
  await tab.waitForLoadState('networkidle', { timeout: LONGEST_MS });
  await sleep(700);
  const png = await tab.getByRole('region', { name: 'Pages' }).screenshot();
  await sharp(png).toFile(path.join('screenshots/formats', `${name}.png`));
  return cut(png, await mark.boundingBox().catch(() => null), await tab.getByRole('region', { name: 'Pages' }).boundingBox());
}

type Area = { x: number; y: number; width: number; height: number };

/** The part around the highlight, as large as a tile at the size it has on the screen. */
async function cut(png: Buffer, mark: Area | null, pages: Area | null): Promise<Buffer> {
  const { width, height } = await sharp(png).metadata();
  const size = { width: Math.min(width, TILE.width * 1.6), height: Math.min(height, (TILE.height - TILE.label) * 1.6) };
  const centre =
    mark && pages ? { x: mark.x + mark.width / 2 - pages.x, y: mark.y + mark.height / 2 - pages.y } : { x: width / 2, y: height / 2 };
  const left = Math.round(Math.min(Math.max(0, centre.x - size.width / 2), width - size.width));
  const top = Math.round(Math.min(Math.max(0, centre.y - size.height / 2), height - size.height));
  const part = { left, top, width: Math.floor(size.width), height: Math.floor(size.height) };
  return sharp(png)
    .extract(part)
    .resize(TILE.width, TILE.height - TILE.label, { fit: 'cover' })
    .png()
    .toBuffer();
}

async function makeSheet(tiles: readonly { kind: string; png: Buffer }[]): Promise<void> {
  const rows = Math.ceil(tiles.length / TILE.columns);
  const [width, height] = [TILE.columns * (TILE.width + 8) + 8, rows * (TILE.height + 8) + 8];
  const layers = tiles.flatMap(({ kind, png }, index) => {
    const left = 8 + (index % TILE.columns) * (TILE.width + 8);
    const top = 8 + Math.floor(index / TILE.columns) * (TILE.height + 8);
    const label = `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE.width}" height="${TILE.label}"><text x="2" y="17" font-family="sans-serif" font-size="15" fill="#1b1f24">${kind}</text></svg>`;
    return [
      { input: Buffer.from(label), left, top },
      { input: png, left, top: top + TILE.label },
    ];
  });
  const sheet = sharp({ create: { width, height, channels: 3, background: '#e6e9ed' } }).composite(layers);
  const { size } = await sheet.webp({ quality: 72, effort: 6 }).toFile(SHEET);
  console.log(`${SHEET}: ${tiles.length} documents, ${Math.round(size / 1024)} kB`);
}

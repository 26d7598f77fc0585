// npm run bench:latency -- ADDRESS [COUNT]: on a running desk whose first account is ADMIN_EMAIL / ADMIN_PASSWORD (or is made
// here, with COUNTERSIGN_SET_UP_TOKEN), one after the other: time from the first byte of an upload to extracted fields, for COUNT one-page PDFs that differ,
// and for half as many scanned A4 pages (200 dots an inch); and the time until the picture of a page is there, not drawn before.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { drawPage } from '#lib/reading/formats/pdf/pdfium/draw-page.ts';
import { openDocument } from '#lib/reading/formats/pdf/pdfium/open-document.ts';
import { SET_UP_TOKEN } from '../product/account.ts';
import { makePdfDocument } from '../product/make-mixed-document.ts';

const [address = 'http://127.0.0.1:3000', count = '20'] = process.argv.slice(2);
const account = {
  name: 'Bench',
  email: process.env.ADMIN_EMAIL ?? 'bench@example.org',
  password: process.env.ADMIN_PASSWORD ?? 'bench password 1',
  token: SET_UP_TOKEN,
};
const headers: Record<string, string> = { origin: address, 'content-type': 'application/json' };
/** Pixels of an A4 page at 200 dots an inch. */
const SCAN_WIDTH = 1654;
/** Milliseconds between two questions for the state. More often, the questions themselves take processor time from the work. */
const ASKING_MS = 50;
/** What the desk asks for first at usual window sizes. */
const PICTURE_WIDTH = 1200;

function keepCookies(response: Response): void {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  if (cookies.length > 0) headers.cookie = cookies.join('; ');
}

function makeInvoice(number: number): Promise<Buffer> {
  const lines = Array.from({ length: 30 }, (_, row) => `Item ${row + 1} of ${number}, packed and sent   ${row * 3 + 1}.00`);
  return makePdfDocument([
    `Invoice number: L-${number}`,
    'Invoice date: 2026-03-01',
    ...lines,
    `Net total: ${number}.00`,
    `Total: ${number}.00 EUR`,
  ]);
}

async function makeScan(number: number): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'latency-'));
  try {
    const file = path.join(folder, 'page.pdf');
    await writeFile(file, await makeInvoice(number));
    const document = await openDocument(file);
    const { pixels, width, height } = drawPage(document, 1, { width: SCAN_WIDTH, maxPixels: 20_000_000 });
    document.close();
    const raw = { width, height, channels: 4 as const };
    return await sharp(pixels, { raw }).removeAlpha().withMetadata({ density: 200 }).jpeg({ quality: 85 }).toBuffer();
  } finally {
    await rm(folder, { recursive: true });
  }
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return `${times.length}: first ${Math.round(times[0] ?? 0)} ms, median ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}

/** Adds a file and waits for its fields; milliseconds, and its id. */
async function add(name: string, mediaType: string, bytes: Buffer, schemaId: string | undefined): Promise<{ id: string; ms: number }> {
  const started = performance.now();
  const answer = await fetch(`${address}/api/documents?name=${name}&schema_id=${schemaId}`, {
    method: 'POST',
    headers: { ...headers, 'content-type': mediaType },
    body: new Uint8Array(bytes),
  });
  const { id } = (await answer.json()) as { id: string };
  for (let state = ''; state !== 'to_review'; ) {
    const detail = (await (await fetch(`${address}/api/documents/${id}`, { headers })).json()) as { document: { state: string } };
    state = detail.document.state;
    if (state === 'failed' || performance.now() - started > 120_000) throw new Error(`The document ended ${state}.`);
    await new Promise((resolve) => setTimeout(resolve, ASKING_MS));
  }
  return { id, ms: performance.now() - started };
}

async function picture(id: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${address}/api/documents/${id}/pages/1/image?width=${PICTURE_WIDTH}`, { headers });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`The picture was answered ${answer.status}.`);
  return performance.now() - started;
}

const { name, email, password, token } = account;
keepCookies(await fetch(`${address}/api/set-up`, { method: 'POST', headers, body: JSON.stringify({ name, email, password, token }) }));
keepCookies(await fetch(`${address}/api/auth/sign-in/email`, { method: 'POST', headers, body: JSON.stringify({ email, password }) }));
const { items } = (await (await fetch(`${address}/api/schemas`, { headers })).json()) as { items: { id: string; name: string }[] };
const schema = items.find((one) => one.name === 'Invoice');
const times: Record<'digital' | 'scanned' | 'pictures', number[]> = { digital: [], scanned: [], pictures: [] };
for (let index = 0; index < Number(count); index++) {
  const { id, ms } = await add(`latency-${index}.pdf`, 'application/pdf', await makeInvoice(Date.now() % 1_000_000), schema?.id);
  times.digital.push(ms);
  times.pictures.push(await picture(id));
}
for (let index = 0; index < Number(count) / 2; index++) {
  const { id, ms } = await add(`latency-${index}.jpg`, 'image/jpeg', await makeScan(Date.now() % 1_000_000), schema?.id);
  times.scanned.push(ms);
  times.pictures.push(await picture(id));
}
console.log(`one-page PDF, upload to fields: ${spread(times.digital)}`);
console.log(`scanned A4 page, upload to fields: ${spread(times.scanned)}`);
console.log(`picture of the first page (${PICTURE_WIDTH} pixels wide), drawn when asked for: ${spread(times.pictures)}`);

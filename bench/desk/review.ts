// npm run bench:review: a scripted reviewer works 30 documents in a real Chromium on the built product (npm run build first).
// `--flags` shows why documents are flagged. It counts what the reviewer's hands do and times what the desk answers; exits with 1 when keys, mouse or seconds by the model are over their limit.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright';
import type { DeskDocument, DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { Flag } from '#lib/contract/desk/review.ts';
import type { Schema, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { createDeskClient } from '../product/desk-client.ts';
import { launchBrowser } from '../product/launch-browser.ts';
import { findPort, startProduct } from '../product/start-product.ts';
import { confirmCompared } from './support/compare-field.ts';
import { LONG_TABLE, makeLongDocument, makeLongTable, makeSlip, SLIP } from './support/review-documents.ts';
import { type Counted, countBetween, installProbe, type ProbeNotes, scrollThrough } from './support/review-probe.ts';
import { traceTasks } from './support/review-trace.ts';
import { MENTAL_S, workSeconds } from './support/work-seconds.ts';

const DOCUMENTS = 30;
const KEYS_WITH_THREE_FLAGS = 4;
/** Machine and hand time of a document with three flags. */
const MOST_SECONDS = 8;
/** Documents whose totals are compared, of which so many are confirmed, each looked at for so long. */
const COMPARED = { documents: 200, confirmations: 60, lookMs: 250 };
/** By then everything is fetched that a screen fetches without being asked. */
const IDLE_MS = 8000;
const kB = (bytes: number) => `${Math.round(bytes / 1024)} kB`;
const loadBefore = loadavg()[0] ?? 0;
const at = (values: number[], share: number) => Math.round(values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? 0);
const tell = (values: number[]) => `p50 ${at(values, 0.5)} ms, p95 ${at(values, 0.95)} ms, longest ${at(values, 1)} ms (${values.length})`;

const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-review-'));
const product = await startProduct({ dataDir, port: await findPort() });
const browser = await launchBrowser();
let isOver = false;
try {
  const desk = createDeskClient(product.url);
  await desk.enter();
  const saveSchema = async (draft: SchemaDraft) => (await desk.post<Schema>('/api/schemas', draft)).body.id;
  const upload = async (name: string, bytes: Uint8Array<ArrayBuffer>, schemaId: string) =>
    (await desk.upload<DeskDocument>(name, bytes, schemaId)).body.id;
  const isExtracted = async (id: string) => {
    for (const end = Date.now() + 240_000; Date.now() < end; await sleep(250)) {
      const { document } = (await desk.get<DeskDocumentDetail>(`/api/documents/${id}`)).body;
      if (document.state === 'to_review') return;
      if (document.state === 'failed') throw new Error(`${document.name} failed: ${document.failure?.message}`);
    }
    throw new Error('A document did not get ready in time.');
  };

  const slip = await saveSchema(SLIP);
  const slips = await Promise.all(Array.from({ length: DOCUMENTS }, (_, index) => makeSlip(index, index % 2 === 1)));
  const ids: string[] = [];
  for (const made of slips) ids.push(await upload(made.name, made.bytes, slip));
  for (const id of ids) await isExtracted(id);

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const cookies = desk.cookie().split('; ').filter(Boolean);
  await context.addCookies(
    cookies.map((cookie) => ({ name: cookie.split('=')[0] ?? '', value: cookie.slice(cookie.indexOf('=') + 1), url: product.url })),
  );
  await context.addInitScript(installProbe);
  const page = await context.newPage();
  const notes = () => page.evaluate(() => (window as unknown as { probe: ProbeNotes }).probe);

  const scripts = new Map<string, number>();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const addresses = new Map<string, { address: string; head: number }>();
  // Bodies as they are sent, compressed, without the headers.
  devtools.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (type === 'Script') addresses.set(requestId, { address: response.url, head: response.encodedDataLength });
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const script = addresses.get(requestId);
    if (script) scripts.set(script.address, encodedDataLength - script.head);
  });
  await page.goto(`${product.url}/documents/${ids[0]}`);
  await focusedIn(page, null);
  const sum = () => [...scripts.values()].reduce((total, bytes) => total + bytes, 0);
  const first = { bytes: sum(), files: scripts.size };
  await sleep(IDLE_MS);
  const whole = { bytes: sum(), files: scripts.size };

  const perDocument: (Counted & { isClean: boolean; flags: Flag[] })[] = [];
  for (const id of ids) {
    const made = slips[ids.indexOf(id)];
    if (!made) continue;
    if (!page.url().endsWith(id)) throw new Error(`The desk went on to ${page.url()} instead of ${made.name}.`);
    const before = await notes();
    const { flags } = (await desk.get<DeskDocumentDetail>(`/api/documents/${id}`)).body;
    for (let focus = await focusedIn(page, null); focus !== 'approve'; focus = await focusedIn(page, focus)) {
      const repair = made.repairs[focus.slice(1)];
      if (repair) await page.keyboard.type(repair);
      await page.keyboard.press('Enter');
    }
    await page.keyboard.press('Enter');
    await page.waitForFunction((done) => !location.pathname.endsWith(done), id, { timeout: 10_000 });
    if (id !== ids.at(-1)) await focusedIn(page, null);
    const spent = countBetween(before, await notes());
    perDocument.push({ isClean: Object.keys(made.repairs).length === 0, flags, ...spent });
    // A person looks before they approve; the next but one is fetched meanwhile.
    await sleep(MENTAL_S * 1000);
  }
  const done = await notes();
  for (const isClean of [true, false]) {
    const group = perDocument.filter((one) => one.isClean === isClean);
    const keys = group.map((one) => one.keys);
    const flagged = group.map((one) => one.flags.length);
    const mouse = group.reduce((sum, one) => sum + one.mouse, 0);
    if (process.argv.includes('--flags')) for (const { flags } of group.slice(0, 1)) console.log(JSON.stringify(flags));
    console.log(
      `${group.length} documents ${isClean ? 'printed well' : 'with three misprinted codes'}: flags ${Math.min(...flagged)}–${Math.max(...flagged)}, ` +
        `keys besides characters ${Math.min(...keys)}–${Math.max(...keys)} (median ${at(keys, 0.5)}), mouse events ${mouse}`,
    );
    const works = group.map((one) => workSeconds({ ...one, looks: one.flags.length }));
    const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
    const needed = middle(works.map(({ hand, machine }) => hand + machine));
    console.log(
      `  by the keystroke-level model (medians): ${needed.toFixed(1)} s of hand and machine time, of it ${middle(works.map(({ machine }) => machine)).toFixed(2)} s ` +
        `machine; with a mental step for each flag and for the approval ${middle(works.map(({ hand, machine, mind }) => hand + machine + mind)).toFixed(1)} s`,
    );
    if (needed > MOST_SECONDS) isOver = true;
    if (mouse > 0 || Math.max(...keys) > (isClean ? 1 : KEYS_WITH_THREE_FLAGS)) isOver = true;
  }
  const approvals = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name: address }) => address.endsWith('/approve'))
      .map(({ duration }) => duration),
  );
  console.log(`approve to next document: ${tell(done.next)}; of it the desk's answer: ${tell(approvals)}`);
  console.log(`focus to evidence in view: ${tell(done.evidence)}; fields without a mark: ${done.withoutEvidence}`);

  const long = await upload('long.pdf', await makeLongDocument(300), slip);
  const table = await upload('parts.csv', makeLongTable(1000), await saveSchema(LONG_TABLE));
  for (const [what, id, selector] of [
    ['300 pages', long, '[aria-label="Page images"]'],
    ['a table of 1,000 rows', table, '[role="table"] [role="row"], [role="grid"] [role="row"]'],
  ] as const) {
    await isExtracted(id);
    await page.goto(`${product.url}/documents/${id}`);
    await page.locator(selector).first().waitFor();
    await sleep(3000);
    const frames = await page.evaluate(scrollThrough, { selector, ms: 6000 });
    const slow = frames.filter((ms) => ms > 32).length;
    // Again under a tracer, whose own work the frames above need not bear.
    const tasks = await traceTasks(browser, page, async () => void (await page.evaluate(scrollThrough, { selector, ms: 6000 })));
    console.log(
      `scrolling ${what}: longest frame ${at(frames, 1)} ms, p99 ${at(frames, 0.99)} ms, ${slow} of ${frames.length} over 32 ms; ` +
        `longest task of the page in processor time ${tasks.longest.toFixed(1)} ms, all ${(tasks.sum / 1000).toFixed(1)} s of 6`,
    );
  }
  const totals = await Promise.all(Array.from({ length: COMPARED.documents }, (_, index) => makeSlip(100 + index, true)));
  const comparedIds: string[] = [];
  for (const made of totals) comparedIds.push(await upload(made.name, made.bytes, slip));
  for (const id of comparedIds) await isExtracted(id);
  const compared = await confirmCompared(
    page,
    `${product.url}/fields?schema=${slip}&field=grand_total`,
    COMPARED.confirmations,
    COMPARED.lookMs,
  );
  const comparedFrames = await page.evaluate(scrollThrough, { selector: '[aria-label="Values"]', ms: 3000 });
  console.log(
    `one field of ${COMPARED.documents} documents: first crop after ${Math.round(compared.firstCrop)} ms; Enter to the next crop: ${tell(compared.next)}; ` +
      `saved: ${tell(compared.saved)}; at most ${compared.tiles} tiles drawn; layout shift ${compared.shift.toFixed(4)}; ` +
      `longest frame while scrolling ${at(comparedFrames, 1)} ms of ${comparedFrames.length}`,
  );
  console.log(
    `JavaScript sent for the review screen: ${kB(first.bytes)} compressed in ${first.files} files until it can be worked with, ` +
      `${kB(whole.bytes - first.bytes)} in ${whole.files - first.files} more while idle (menus, dialogs, tables, palette)`,
  );
  console.log(
    `load of the machine: ${loadBefore.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after, on ${cpus().length} processors`,
  );
} finally {
  await browser.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(isOver ? 1 : 0);

/** Waits until a value or Approve has the focus, another than before. @returns its pointer, or `approve` */
async function focusedIn(page: Page, before: string | null): Promise<string> {
  const found = await page.waitForFunction(
    (was) => {
      const active = document.activeElement;
      const focus = active instanceof HTMLElement ? (active.dataset.pointer ?? (active.id === 'approve' ? 'approve' : null)) : null;
      return focus !== was && focus;
    },
    before,
    { timeout: 15_000 },
  );
  return (await found.jsonValue()) as string;
}

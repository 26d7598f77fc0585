import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskDocument, DeskDocumentDetail, ListDocuments } from '#lib/contract/desk/desk-document.ts';
import { IN_FLIGHT_STATES } from '#lib/contract/desk/groups-of-states.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { createDeskClient } from '../product/desk-client.ts';
import { listProcesses } from '../product/list-processes.ts';
import { makeFormatFiles } from '../product/make-format-files.ts';
import { createRandom, mutateFile } from '../product/mutate-file.ts';
import { require, runChecks } from '../product/run-checks.ts';
import { findPort, type Product, startProduct, tryKill } from '../product/start-product.ts';

/**
 * npm run bench:mutate -- [N [SEED]]: sends N spoilt files of all formats (default 200) through the built product. No process but
 * the limited children may end, and every document must settle with a result or a reason; then its first page is drawn. Linux.
 * Files that get stuck are kept in test-results/mutate. Needs `npm run build`.
 */
const count = Number(process.argv[2] ?? 200);
const seed = Number(process.argv[3] ?? 1);
const MOST_IN_FLIGHT = 48;
/** On a machine with nothing else to do it is a hundredth of it. */
const SETTLE_MS = 1_800_000;
const PROGRAMS = /dist\/(launcher|service|service-worker|desk-worker|web)\.mjs/;
const KEPT = 'test-results/mutate';

type Sent = { name: string; bytes: Buffer };
type Source = { name: string; bytes: Uint8Array };

const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'countersign-mutate-')), 'data');
const port = await findPort();
const desk = createDeskClient(`http://127.0.0.1:${port}`);
const sent = new Map<string, Sent>();
const outcomes = new Map<string, number>();
let product: Product;
let programs = new Map<string, number>();
let refused = 0;
let drawn = 0;

/** Kills what is left however this program ends. */
process.on('exit', () => {
  for (const { pid } of listProcesses(dataDir)) tryKill(pid);
  rmSync(path.dirname(dataDir), { recursive: true, force: true });
});

/** The long-living programs by name. */
function listPrograms(): Map<string, number> {
  return new Map(
    listProcesses(dataDir).flatMap(({ pid, command }): [string, number][] => {
      const name = PROGRAMS.exec(command)?.[1];
      return name ? [[name, pid]] : [];
    }),
  );
}

function requireUnharmed(): void {
  const now = listPrograms();
  const changed = [...programs].filter(([name, pid]) => now.get(name) !== pid).map(([name]) => name);
  require(changed.length === 0, `These ended: ${changed.join(', ')}\n${product.output().slice(-4000)}`);
}

function listSources(files: readonly Source[]): Source[] {
  const samples = readdirSync('samples')
    .filter((name) => !name.endsWith('.json'))
    .map((name) => ({ name, bytes: new Uint8Array(readFileSync(path.join('samples', name))) }));
  return [...files, ...samples];
}

async function listInFlight(): Promise<DeskDocument[]> {
  const query = IN_FLIGHT_STATES.map((state) => `state=${state}`).join('&');
  return (await desk.get<ListDocuments>(`/api/documents?page_size=200&${query}`)).body.items;
}

async function sendAll(): Promise<void> {
  const sources = listSources(await makeFormatFiles());
  const { body } = await desk.get<{ items: Schema[] }>('/api/schemas');
  const schemaId = body.items.find(({ name }) => /invoice/i.test(name))?.id ?? '';
  const random = createRandom(seed);
  for (let index = 0; index < count; index++) {
    const source = sources[index % sources.length]!;
    const bytes = mutateFile(source.bytes, sources[Math.floor(random() * sources.length)]!.bytes, random);
    const name = `${index}-${source.name}`;
    const { status, body } = await desk.upload<DeskDocument>(name, new Uint8Array(bytes), schemaId);
    if (status === 201) sent.set(body.id, { name, bytes });
    else {
      refused++;
      require(status < 500 && status !== 401, `${name} was answered ${status}: ${JSON.stringify(body)}`);
    }
    if (index % 16 !== 15) continue;
    requireUnharmed();
    await settleTo(MOST_IN_FLIGHT);
    if (index % 160 === 159) console.log(`sent ${index + 1} of ${count}, in flight ${(await listInFlight()).length}`);
  }
}

/** Waits until no more than so many documents are in flight. */
async function settleTo(most: number): Promise<void> {
  for (const until = Date.now() + SETTLE_MS; ; await sleep(250)) {
    const flying = await listInFlight();
    if (flying.length <= most) return;
    requireUnharmed();
    if (Date.now() < until) continue;
    const names = flying.slice(0, 20).map(({ id, state }) => `${sent.get(id)?.name} is ${state}`);
    for (const { id } of flying) keep(sent.get(id));
    throw new Error(`${flying.length} do not settle: ${names.join(', ')}`);
  }
}

function keep(file: Sent | undefined): void {
  mkdirSync(KEPT, { recursive: true });
  if (file) writeFileSync(path.join(KEPT, file.name), file.bytes);
}

/** Every document has a result or a reason; its first page is drawn or refused. */
async function look(id: string): Promise<void> {
  const { status, body } = await desk.get<DeskDocumentDetail>(`/api/documents/${id}`);
  const file = sent.get(id);
  if (status !== 200) keep(file);
  require(status === 200, `${file?.name} cannot be opened: ${status}`);
  const { state, failure, page_count } = body.document;
  require(state !== 'failed' || (failure?.message ?? '') !== '', `${file?.name} failed without a reason`);
  const outcome = state === 'failed' ? (failure?.code ?? '') : 'read';
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  if (outcome === 'reading_crashed' || outcome === 'reading_timed_out' || outcome === 'extraction_failed') keep(file);
  if (state === 'failed' || !page_count) return;
  const picture = await desk.get<unknown>(`/api/documents/${id}/pages/1/image?width=400`);
  if (picture.status >= 500) keep(file);
  require(picture.status <
    500, `the first page of ${file?.name} was answered ${picture.status}: ${JSON.stringify(picture.body).slice(0, 300)}`);
  if (picture.status === 200) drawn++;
}

await runChecks('mutate', [
  {
    name: `${count} spoilt files are taken in or refused, and no program ends`,
    limitMs: SETTLE_MS + count * 20_000,
    async run() {
      product = await startProduct({ dataDir, port, environment: { COUNTERSIGN_READING_TIMEOUT_SECONDS: '60' } });
      programs = listPrograms();
      require(programs.size === 5, `Only these run: ${[...programs.keys()].join(', ')}`);
      await desk.enter();
      await sendAll();
    },
  },
  {
    name: 'every one settles with a result or a reason, and its first page is drawn or refused',
    limitMs: SETTLE_MS + count * 20_000,
    async run() {
      await settleTo(0);
      for (const id of sent.keys()) await look(id);
      requireUnharmed();
      const tally = [...outcomes].toSorted(([, a], [, b]) => b - a).map(([code, times]) => `${times} ${code}`);
      console.log(`seed ${seed}: ${sent.size} taken in, ${refused} refused at once; ${tally.join(', ')}; ${drawn} first pages drawn`);
    },
  },
  {
    name: 'the product takes a whole file as before, and stops in good order',
    async run() {
      const [whole] = await makeFormatFiles();
      const { status, body } = await desk.upload<DeskDocument>(whole!.name, new Uint8Array(whole!.bytes), '');
      require(status === 201, `A whole file was answered ${status}`);
      await settleTo(0);
      const { body: detail } = await desk.get<DeskDocumentDetail>(`/api/documents/${body.id}`);
      require(detail.document.state !== 'failed', 'A whole file failed.');
      await product.stop();
    },
  },
]);

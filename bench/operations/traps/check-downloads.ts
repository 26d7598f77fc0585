import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, statSync, truncateSync } from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { read, utils } from '@e965/xlsx';
import sharp from 'sharp';
import { createDeskClient, type DeskClient } from '../../product/desk-client.ts';
import { listProcesses } from '../../product/list-processes.ts';
import { require } from '../../product/run-checks.ts';
import type { Product } from '../../product/start-product.ts';

const MB = 1_000_000;
const DOCUMENTS = 40;
const FIELDS = Array.from({ length: 9 }, (_, index) => `note_${index}`);
/** A cell of a spreadsheet holds 32,767 characters. */
const LENGTH = 30_000;

const labelOf = (name: string) => `Label of ${name}`;

type Detail = { document: { id: string; state: string; revision: number } };
type Approved = { id: string; values: Record<string, string> };

/**
 * Downloads 5 MB and more of each kind of file that the product gives out, counts the bytes, reads them and compares them
 * with what went in; then breaks two in the middle, which must not look like success.
 */
export async function checkDownloads(product: Product, serviceKey: string): Promise<void> {
  const desk = createDeskClient(product.url);
  await desk.enter();
  const approved = await approveDocuments(desk);
  await checkExports(desk, approved);
  await checkAudit(desk, approved);
  await checkAnswer(desk);
  await checkPicture(desk);
  await checkOriginal(product, desk, serviceKey);
  await checkBrokenExport(product, desk);
}

/** 40 documents with 270 KB of values that cannot be packed much. */
async function approveDocuments(desk: DeskClient): Promise<Approved[]> {
  const field = (name: string) => ({ name, type: 'string', label: labelOf(name), description: '' });
  const schema = await desk.post<{ id: string }>('/api/schemas', { name: 'Notes', fields: FIELDS.map(field) });
  const approved: Approved[] = [];
  for (let index = 0; index < DOCUMENTS; index += 1) {
    const file = Buffer.from(`Document ${index}\nNothing of interest.\n`);
    const { body } = await desk.upload<{ id: string }>(`notes-${index}.txt`, Buffer.from(file), schema.body.id);
    approved.push({ id: body.id, values: Object.fromEntries(FIELDS.map((name) => [name, `,"${randomBytes(LENGTH).toString('base64')}`])) });
  }
  for (const one of approved) {
    for (const name of FIELDS) one.values[name] = (one.values[name] as string).slice(0, LENGTH);
    const { document } = await waitFor(desk, one.id, 'to_review');
    const actions = FIELDS.map((name) => ({
      id: crypto.randomUUID(),
      draft: { kind: 'correct', pointer: `/${name}`, value: one.values[name], evidence: [] },
    }));
    const saved = await desk.post<Detail>(`/api/documents/${one.id}/actions`, { revision: document.revision, actions });
    require(saved.status === 200, `Saving values answered ${saved.status}: ${JSON.stringify(saved.body).slice(0, 300)}`);
    const { revision } = (await desk.get<Detail>(`/api/documents/${one.id}`)).body.document;
    const done = await desk.post(`/api/documents/${one.id}/approve`, { revision, sign_off: true });
    require(done.status === 200, `Approving answered ${done.status}: ${JSON.stringify(done.body)}`);
  }
  return approved;
}

async function waitFor(desk: DeskClient, id: string, state: string): Promise<Detail> {
  for (const until = Date.now() + 600_000; ; await sleep(200)) {
    const { body } = await desk.get<Detail>(`/api/documents/${id}`);
    if (body.document.state === state) return body;
    require(body.document.state !== 'failed' && Date.now() < until, `A document is ${body.document.state} and not ${state}.`);
  }
}

async function checkExports(desk: DeskClient, approved: Approved[]): Promise<void> {
  const load = (format: string) => large(desk, `/api/documents/export?format=${format}&values=approved&state=approved`);
  const json = JSON.parse((await load('json')).toString()) as { documents: { id: string; fields: Record<string, string> }[] };
  const fromJson = new Map(json.documents.map(({ id, fields }) => [id, fields]));
  const fromCsv = new Map(rowsOf(await load('csv')).map((row) => [row.document_id as string, row]));
  const fromExcel = new Map(rowsOf(await load('xlsx')).map((row) => [row['Document ID'] as string, row]));
  require(json.documents.length === approved.length && fromCsv.size === approved.length, 'An export has not all documents.');
  for (const { id, values } of approved) {
    for (const [name, value] of Object.entries(values)) {
      require(fromJson.get(id)?.[name] === value, `The JSON export has another ${name}.`);
      require(fromCsv.get(id)?.[name] === value, `The CSV export has another ${name}.`);
      require(fromExcel.get(id)?.[labelOf(name)] === value, `The Excel export has another ${name}.`);
    }
  }
}

function rowsOf(bytes: Buffer): Record<string, unknown>[] {
  const isZip = bytes.subarray(0, 2).toString() === 'PK';
  // a CSV's byte order mark would become a part of its first name
  const book = isZip ? read(bytes, { type: 'buffer' }) : read(bytes.toString().replace(/^\ufeff/, ''), { type: 'string', raw: true });
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0] as string]!);
}

async function checkAudit(desk: DeskClient, approved: Approved[]): Promise<void> {
  const lines = (await large(desk, '/api/audit/export?format=jsonl&event=value.corrected')).toString().trimEnd().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as { document_id: string; pointer: string; new_value: string });
  const rows = rowsOf(await large(desk, '/api/audit/export?format=csv&event=value.corrected'));
  require(entries.length === approved.length * FIELDS.length && rows.length === entries.length, 'An export has not all entries.');
  const values = new Map(approved.map((one) => [one.id, one.values]));
  for (const [index, { document_id, pointer, new_value }] of entries.entries()) {
    require(new_value === values.get(document_id)?.[pointer.slice(1)], 'The export of the trail has another value.');
    require(rows[index]?.new_value === new_value, 'The CSV export of the trail has another value.');
  }
}

/** All of the deployment's answer about a long table. */
async function checkAnswer(desk: DeskClient): Promise<void> {
  const column = (name: string, type: string) => ({ name, type, label: name, description: '' });
  const fields = [{ ...column('parts', 'rows'), fields: [column('part', 'string'), column('price', 'number')] }];
  const schema = await desk.post<{ id: string }>('/api/schemas', { name: 'Parts', fields });
  const lines = Array.from({ length: 6000 }, (_, index) => `Part ${index} ${'x'.repeat(300)},${index}.5`);
  const table = Buffer.from(`Part,Price\n${lines.join('\n')}\n`);
  const { body } = await desk.upload<{ id: string }>('parts.csv', table, schema.body.id);
  await waitFor(desk, body.id, 'to_review');
  const bytes = await large(desk, `/api/documents/${body.id}/answer?download=1`);
  require(JSON.stringify(JSON.parse(bytes.toString())).includes('Part 5999 '), 'The raw answer has not the last row.');
}

async function checkPicture(desk: DeskClient): Promise<void> {
  const [width, height] = [3000, 3000];
  const png = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
  const { body } = await desk.upload<{ id: string }>('noise.png', Buffer.from(png), '');
  await waitFor(desk, body.id, 'indexed');
  const picture = await large(desk, `/api/documents/${body.id}/pages/1/image?width=6000`);
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  require(info.width === info.height &&
    info.width >= width &&
    data.length === info.width ** 2 * info.channels, 'The picture is not whole.');
}

/** Original files by the desk and by the service; one whose stored bytes are fewer than its size is no success. */
async function checkOriginal(product: Product, desk: DeskClient, serviceKey: string): Promise<void> {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(6 * MB)]);
  const { body } = await desk.upload<{ id: string; sha256: string }>('original.pdf', Buffer.from(bytes), '');
  const path = `/api/documents/${body.id}/content`;
  require((await large(desk, path)).equals(bytes), 'The desk gives back other bytes.');
  const form = new FormData();
  form.append('file', new Blob([bytes]), 'original.pdf');
  const headers = { authorization: `Bearer ${serviceKey}` };
  const sent = await fetch(`${product.url}/v1/documents`, { method: 'POST', headers, body: form });
  const { id } = (await sent.json()) as { id: string };
  const byService = () => load(`${product.url}/v1/documents/${id}/content`, headers);
  require((await byService()).equals(bytes), 'The service gives back other bytes.');
  const copies = filesBelow(product.dataDir).filter((file) => file.includes(createHash('sha256').update(bytes).digest('hex')));
  require(copies.length > 0, 'The stored file is not where it is expected.');
  for (const file of copies) truncateSync(file, 3 * MB);
  await requireBroken('a shortened original', load(product.url + path, { cookie: desk.cookie() }));
  await requireBroken('a shortened original of the service', byService());
}

/** The database goes away while a slow reader takes an export: the launcher stands still, so that nobody starts it again. */
async function checkBrokenExport(product: Product, desk: DeskClient): Promise<void> {
  const launcher = product.process.pid as number;
  const interrupt = async () => {
    process.kill(launcher, 'SIGSTOP');
    const isDatabase = ({ command }: { command: string }) => /postgres(:| -D)/.test(command);
    for (const { pid } of listProcesses(product.dataDir).filter(isDatabase)) process.kill(pid, 'SIGKILL');
  };
  try {
    const url = `${product.url}/api/documents/export?format=json&values=approved&state=approved`;
    await requireBroken('an export whose database went away', load(url, { cookie: desk.cookie() }, interrupt));
  } finally {
    process.kill(launcher, 'SIGCONT');
  }
}

async function requireBroken(what: string, loading: Promise<Buffer>): Promise<void> {
  const told = await loading.then(
    (bytes) => `${bytes.length} bytes and no error`,
    () => null,
  );
  require(told === null, `For ${what} there were ${told}.`);
}

async function large(desk: DeskClient, path: string): Promise<Buffer> {
  const bytes = await load(desk.url + path, { cookie: desk.cookie() });
  require(bytes.length > 5 * MB, `${path} has ${bytes.length} bytes only.`);
  console.log(`      ${bytes.length.toLocaleString('en')} bytes of ${path}`);
  return bytes;
}

/**
 * GET by Node's own client, which tells a broken transfer from a whole one, within a minute of silence.
 * @param pause done after the first bytes, while nothing is taken from the connection
 */
function load(url: string, headers: Record<string, string>, pause?: () => Promise<void>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const asking = get(url, { headers, timeout: 60_000, agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
      const chunks: Buffer[] = [];
      response.once('end', () => {
        const bytes = Buffer.concat(chunks);
        const promised = response.headers['content-length'];
        if (!response.complete) reject(new Error('The transfer broke.'));
        else if (promised !== undefined && Number(promised) !== bytes.length) reject(new Error(`${promised} bytes were promised.`));
        else resolve(bytes);
      });
      response.once('error', reject);
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      if (!pause) return;
      response.once('data', () => {
        response.pause();
        pause().then(() => response.resume(), reject);
      });
    });
    asking.once('timeout', () => asking.destroy(new Error('Nothing came for a minute.')));
    asking.once('error', reject);
  });
}

function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes('blobs'));
  return names.map((name) => path.join(folder, name)).filter((file) => statSync(file).isFile());
}

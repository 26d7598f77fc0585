// npm run walk:jobs: every path and state of summaries, classifications and splittings, by curl against an instance of the built
// product whose processing window is two seconds. Prints each call with its answer; ends with 1 when one is not as expected.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { findPort, startProduct } from '../product/start-product.ts';

const KEY = 'key-of-the-walk-through-all-jobs';
const WINDOW_SECONDS = 2;
/** Pictures read before the one that is asked about: they take longer than the window. */
const PICTURES = 10;
const KINDS = ['summaries', 'classifications', 'splittings'] as const;
const LETTER = [
  'Delivery note',
  'This note confirms that twelve boxes of tiles were left at the gate of the depot on 2 June 2026.',
  'The boxes weigh 48 kg together and belong to order DN-7719 of the tile works.',
  'Please check the boxes within three days and tell the driver about any that are broken.',
  'The empty pallets are taken back with the next delivery in the second week of June.',
].join('\n\n');

const folder = mkdtempSync(path.join(tmpdir(), 'countersign-walk-'));
const product = await startProduct({
  dataDir: path.join(folder, 'data'),
  port: await findPort(),
  environment: {
    COUNTERSIGN_API_KEY: KEY,
    COUNTERSIGN_PROCESSING_WINDOW_SECONDS: String(WINDOW_SECONDS),
    COUNTERSIGN_READING_PROCESSES: '1',
  },
});
let faults = 0;
type Answer = { status: number; headers: string; body: Record<string, unknown> };

/** Calls it without a word. */
async function ask(address: string, ...options: string[]): Promise<Answer> {
  const authorization = options.includes('--no-key') ? [] : ['-H', `Authorization: Bearer ${KEY}`];
  const given = options.filter((option) => option !== '--no-key');
  const { stdout } = await promisify(execFile)('curl', ['-sS', '-i', ...authorization, ...given, `${product.url}${address}`], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const final = stdout.slice(stdout.lastIndexOf('HTTP/1.1 ', stdout.search(/\r\n\r\n[[{]|\r\n\r\n$/)));
  const [headers = '', body = ''] = final.split('\r\n\r\n');
  return { status: Number(headers.split(' ')[1]), headers, body: body ? JSON.parse(body) : {} };
}

/** Calls it and prints call and answer. */
async function walk(
  what: string,
  expected: { status: number; state?: string; code?: string },
  address: string,
  ...options: string[]
): Promise<Answer> {
  const answer = await ask(address, ...options);
  const { status, body } = answer;
  const isRight =
    status === expected.status && (!expected.state || body.status === expected.state) && (!expected.code || body.code === expected.code);
  if (!isRight) faults += 1;
  const words = options.map((option) => (/^-\w$|^--/.test(option) ? option : `'${option}'`)).filter((option) => option !== '--no-key');
  const kept = answer.headers
    .split('\r\n')
    .filter((line) => /^(?:location|deprecation|link|retry-after|idempotency-replayed):/i.test(line));
  console.log(`# ${what}${isRight ? '' : '   <-- NOT AS EXPECTED'}`);
  console.log(`$ curl ${[...words, `"$BASE${address}"`].join(' ')}`);
  console.log([String(status), ...kept, shorten(body)].join('\n'), '\n');
  return answer;
}

/** An answer in one line: long texts, lists and ids are cut. */
function shorten(body: unknown): string {
  const cut = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string')
      return /^[0-9a-f]{8}-/.test(value) ? `${value.slice(0, 8)}…` : value.length > 90 ? `${value.slice(0, 90)}…` : value;
    if (Array.isArray(value))
      return depth > 3 && value.length > 0
        ? ['…']
        : value
            .slice(0, 2)
            .map((entry) => cut(entry, depth + 1))
            .concat(value.length > 2 ? ['…'] : []);
    if (typeof value !== 'object' || value === null) return typeof value === 'number' ? Math.round(value * 1000) / 1000 : value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !['words', 'box', 'created_at', 'started_at', 'duration_ms'].includes(name))
        .map(([name, entry]) => [name, cut(entry, depth + 1)]),
    );
  };
  return JSON.stringify(cut(body, 0));
}

const post = (body: object) => ['-X', 'POST', '-H', 'Content-Type: application/json', '-d', JSON.stringify(body)];

async function upload(file: string): Promise<string> {
  return String((await ask('/v1/documents', '-F', `file=@${file}`)).body.id);
}

async function until(address: string, ...states: string[]): Promise<string> {
  for (const end = Date.now() + 120_000; Date.now() < end; await sleep(50)) {
    const { status } = (await ask(address)).body;
    if (states.includes(String(status))) return String(status);
  }
  throw new Error(`${address} was not ${states.join(' or ')} within two minutes.`);
}

try {
  const letter = path.join(folder, 'letter.txt');
  writeFileSync(letter, LETTER);
  const document_id = await upload(letter);
  await until(`/v1/documents/${document_id}`, 'completed');
  const bodies: Record<(typeof KINDS)[number], object> = {
    summaries: { document_id, max_sentences: 2 },
    classifications: { document_id, classes: [{ name: 'Delivery note' }, { name: 'Invoice' }] },
    splittings: { document_id },
  };
  for (const kind of KINDS) {
    const jobs = `/v1/${kind}/jobs`;
    const { body } = await walk('A job is made', { status: 201, state: 'pending' }, jobs, ...post(bodies[kind]));
    await until(`${jobs}/${body.id}`, 'completed');
    await walk('It is completed', { status: 200, state: 'completed' }, `${jobs}/${body.id}`);
    await walk('Jobs are listed', { status: 200 }, `${jobs}?document_id=${document_id}&status=completed`);
    await walk('A settled job cannot be cancelled', { status: 409, code: 'conflict' }, `${jobs}/${body.id}/cancel`, '-X', 'POST');
    await walk('An unknown job', { status: 404, code: 'not_found' }, `${jobs}/${document_id}`);
    await walk('What is missing is named', { status: 422, code: 'invalid_request' }, jobs, ...post({}));
    await walk('Without a key', { status: 401, code: 'unauthenticated' }, `${jobs}/${body.id}`, '--no-key');
  }
  const again = [...post(bodies.summaries), '-H', 'Idempotency-Key: walk-1'];
  await walk('A request under a key of its own …', { status: 201, state: 'pending' }, '/v1/summaries/jobs', ...again);
  await walk('… and again: the same job', { status: 201 }, '/v1/summaries/jobs', ...again);

  const older = `/v1/documents/${document_id}/summaries`;
  const { body: made } = await walk('The deprecated endpoint, not waiting', { status: 202 }, older, '-X', 'POST');
  await until(`${older}/${made.id}`, 'completed');
  await walk('Its summary', { status: 200, state: 'completed' }, `${older}/${made.id}`);
  await walk('The deprecated endpoint, waiting', { status: 201, state: 'completed' }, older, ...post({ block_until_completed: true }));
  await walk(
    'The same without the prefix',
    { status: 201 },
    `/documents/${document_id}/summaries?block_until_completed=true`,
    '-X',
    'POST',
  );
  await walk('Of an unknown document', { status: 404, code: 'not_found' }, `/v1/documents/${made.id}/summaries`, '-X', 'POST');

  const damaged = path.join(folder, 'damaged.pdf');
  writeFileSync(damaged, '%PDF-1.7 and then nothing that makes sense');
  const damagedId = await upload(damaged);
  await until(`/v1/documents/${damagedId}`, 'failed');
  await walk(
    'Of a document that could not be indexed',
    { status: 409, code: 'document_not_ready' },
    '/v1/summaries/jobs',
    ...post({ document_id: damagedId }),
  );

  console.log(`# From here on: a document behind ${PICTURES} pictures that take longer to read than the window of ${WINDOW_SECONDS} s.\n`);
  const picture = readFileSync(path.resolve('samples/receipt-photo.jpg'));
  let last = '';
  for (let index = 0; index < PICTURES; index += 1) {
    const file = path.join(folder, `picture-${index}.jpg`);
    writeFileSync(
      file,
      await sharp(picture)
        .resize(2000 + index)
        .jpeg()
        .toBuffer(),
    );
    last = await upload(file);
  }
  const waiting = new Map<string, string>();
  for (const kind of KINDS) {
    const { body } = await walk(
      'A job of a document that is still read waits',
      { status: 201, state: 'pending' },
      `/v1/${kind}/jobs`,
      ...post({ ...bodies[kind], document_id: last }),
    );
    waiting.set(kind, `/v1/${kind}/jobs/${body.id}`);
  }
  await walk('A waiting job can be cancelled', { status: 200, state: 'cancelled' }, `${waiting.get('splittings')}/cancel`, '-X', 'POST');
  await walk(
    'Waiting longer than the window',
    { status: 408, code: 'document_not_processed' },
    `/v1/documents/${last}/summaries`,
    ...post({ block_until_completed: true }),
  );
  for (const kind of ['summaries', 'classifications']) {
    await until(waiting.get(kind)!, 'failed');
    await walk('Its window is over', { status: 200, state: 'failed' }, waiting.get(kind)!);
  }
  await until(`/v1/documents/${last}`, 'completed');
  await walk(
    'Once it is read, it comes',
    { status: 201, state: 'completed' },
    `/v1/documents/${last}/summaries`,
    ...post({ block_until_completed: true }),
  );
} finally {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(faults === 0 ? 'All answers are as expected.' : `${faults} answers are not as expected.`);
process.exitCode = faults === 0 ? 0 : 1;

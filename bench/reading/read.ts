// npm run bench:read -- FOLDER OUT.jsonl [--only TEXT] [--processes N] [--timeout SECONDS] [--memory MB] [--limit N]
// Reads every file of FOLDER/documents (or FOLDER) in real child processes, without a database, and writes one line for each.
import { createWriteStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Page } from '#lib/contract/service/reading.ts';
import { createChildPool } from '#lib/platform/children/child-pool.ts';
import type { ReadMessage, ReadTask } from '#lib/reading/model/child-task.ts';
import { ReadError, type ReadErrorCode } from '#lib/reading/model/read-error.ts';
import { DEFAULT_LANGUAGES, DEFAULT_LIMITS } from '#lib/reading/model/read-limits.ts';
import { isArchive } from '#lib/reading/model/readable-kinds.ts';
import { runChild } from '#lib/reading/parent/run-child.ts';

type Outcome = 'text' | 'protected' | 'damaged' | 'unsupported' | 'empty' | 'container' | 'crash' | 'timeout';
type Line = Record<string, unknown> & { file: string; outcome: Outcome; ms: number; peak_mb: number };

const OUTCOMES: Record<ReadErrorCode, Outcome> = {
  password_required: 'protected',
  password_wrong: 'protected',
  damaged_file: 'damaged',
  unsupported_media_type: 'unsupported',
  empty_file: 'empty',
  too_large_to_read: 'unsupported',
  reading_timed_out: 'timeout',
  reading_crashed: 'crash',
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    processes: { type: 'string', default: '2' },
    timeout: { type: 'string', default: '60' },
    memory: { type: 'string', default: '1000' },
    limit: { type: 'string' },
  },
});
const [folder, target] = positionals;
if (!folder || !target) {
  console.error('usage: bench-read FOLDER OUT.jsonl [--only TEXT] [--processes N] [--timeout SECONDS] [--memory MB] [--limit N]');
  process.exit(2);
}

const pool = createChildPool({
  entry: path.join(path.dirname(fileURLToPath(import.meta.url)), 'reading-child.mjs'),
  size: Number(values.processes),
  memoryMb: Number(values.memory),
});
const passwords = readPasswords(folder);
const files = listFiles(folder)
  .filter((file) => !values.only || file.includes(values.only))
  .slice(0, values.limit ? Number(values.limit) : undefined);
const out = createWriteStream(target);
const started = performance.now();
let done = 0;
await Promise.all(
  files.map(async (file) => {
    const line = await readOne(path.join(folder, file), file);
    out.write(`${JSON.stringify(line)}\n`);
    done++;
    console.error(`${done}/${files.length} ${line.outcome} ${line.ms} ms ${line.peak_mb} MB ${file}`);
  }),
);
await new Promise((resolve) => out.end(resolve));
await pool.stop();
console.error(`${files.length} files in ${((performance.now() - started) / 1000).toFixed(1)} s`);

async function readOne(file: string, name: string): Promise<Line> {
  const temporary = await mkdtemp(path.join(tmpdir(), 'bench-read-'));
  const pages: Page[] = [];
  const warnings: string[] = [];
  const attachments: string[] = [];
  let mediaType = '';
  let peak = 0;
  let began = 0;
  let error: unknown = null;
  const task: ReadTask = {
    kind: 'read',
    path: file,
    name: path.basename(name),
    password: passwords.get(path.basename(name)),
    limits: DEFAULT_LIMITS,
    languages: [...DEFAULT_LANGUAGES],
    folder: temporary,
  };
  try {
    await runChild(pool, task, {
      timeoutMs: Number(values.timeout) * 1000,
      maxOutputBytes: 512 * 1024 * 1024,
      onPeakMemory: (mb) => {
        peak = mb;
      },
      onMessage: ({ head, body }) => {
        const message = head as ReadMessage;
        if (message.type === 'media_type') [mediaType, began] = [message.mediaType, performance.now()];
        if (message.type === 'warning') warnings.push(message.message);
        if (message.type === 'attachment') attachments.push(message.attachment.name);
        if (message.type === 'page' && body) pages.push(JSON.parse(gunzipSync(body).toString('utf8')) as Page);
      },
    });
  } catch (thrown) {
    error = thrown;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  const text = pages.map(textOf).join('\n');
  const chars = text.replace(/\s+/g, '').length;
  return {
    file: name,
    ...outcomeOf(error, chars, mediaType, pages),
    media_type: mediaType,
    pages: pages.length,
    chars,
    ms: began === 0 ? 0 : Math.round(performance.now() - began),
    peak_mb: Math.round(peak),
    ...(warnings.length > 0 && { warnings }),
    ...(attachments.length > 0 && { attachments }),
    text,
    tables: pages.flatMap(tablesOf),
  };
}

type Found = { outcome: Outcome; code: string | null; message?: string };

function outcomeOf(error: unknown, chars: number, mediaType: string, pages: readonly Page[]): Found {
  // a picture without any text was read all the same: the picture is what it holds, also in an Office file
  const isPicture = mediaType !== 'application/pdf' && pages.some(({ display }) => display === 'image');
  if (error === null) return { outcome: chars > 0 || isPicture ? 'text' : 'empty', code: null };
  if (!(error instanceof ReadError)) return { outcome: 'crash', code: 'bench_failed', message: String(error) };
  const outcome = error.code === 'unsupported_media_type' && isArchive(mediaType) ? 'container' : OUTCOMES[error.code];
  const { cause } = error;
  return { outcome, code: error.code, message: cause instanceof Error ? `${error.message} (${cause.message})` : error.message };
}

function textOf(page: Page): string {
  return page.lines
    .map(({ words: [start, end] }) =>
      page.words
        .slice(start, end)
        .map(({ text }) => text)
        .join(' '),
    )
    .join('\n');
}

function tablesOf(page: Page): unknown[] {
  return page.tables.map(({ cells }) => ({
    page: page.number,
    cells: cells.map(({ row, column, row_span, column_span, text }) => ({
      r: row,
      c: column,
      r2: row + row_span - 1,
      c2: column + column_span - 1,
      text,
    })),
  }));
}

function listFiles(root: string): string[] {
  const documents = existsSync(path.join(root, 'documents')) ? 'documents' : '';
  return readdirSync(path.join(root, documents), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(documents, file))
    .filter((file) => statSync(path.join(root, file)).isFile())
    .sort();
}

/** Passwords that a set publishes beside its protected files. */
function readPasswords(root: string): Map<string, string> {
  const truth = path.join(root, 'truth.jsonl');
  if (!existsSync(truth)) return new Map();
  const lines = readFileSync(truth, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { file: string; password?: string; expected?: string });
  return new Map(
    lines
      .filter(({ password, expected }) => password && expected !== 'encrypted')
      .map(({ file, password }) => [path.basename(file), password as string]),
  );
}

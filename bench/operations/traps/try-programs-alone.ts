import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '#lib/platform/embedded-postgres/embedded-postgres.ts';
import { require } from '../../product/run-checks.ts';
import { findPort } from '../../product/start-product.ts';
import { KEY, newDataDir, newFolder } from './trap-setup.ts';

const LIMIT_MS = 120_000;
const PROGRAMS = ['service', 'service-worker', 'desk-worker', 'web'] as const;

type Started = { name: string; child: ChildProcess; said: () => string; ended: Promise<number | null> };

/** Starts a program through the one entry, from a folder that is not the product's. */
function start(name: string, environment: Record<string, string>): Started {
  const said: Buffer[] = [];
  const { PATH, HOME, TMPDIR } = process.env;
  // without the mode of Node, which the entry has to set
  const env = { PATH, HOME, TMPDIR, ...environment } as Record<string, string | undefined> as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, [path.resolve('dist/countersign.mjs'), name], { cwd: '/', env });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => said.push(chunk));
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { name, child, said: () => Buffer.concat(said).toString(), ended };
}

async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (const limit = Date.now() + LIMIT_MS; !(await holds()); await sleep(100)) require(Date.now() < limit, `It never came: ${what}`);
}

async function requireEnd({ name, ended, said }: Started, code: number, expected: RegExp): Promise<void> {
  const got = await Promise.race([ended, sleep(LIMIT_MS, 'never' as const, { ref: false })]);
  require(got === code, `${name} ended with ${got}: ${said()}`);
  require(expected.test(said()), `${name} said: ${said()}`);
  require(!/\n\s+at /.test(said()), `${name} showed a stack: ${said()}`);
}

/**
 * Each program by itself, with secrets in files: all wait for an empty database, go on once it is migrated, carry the id of a request, end on
 * SIGTERM, and none starts with another secret than before, or on a database of a newer version.
 */
export async function tryProgramsAlone(): Promise<void> {
  const folder = newFolder();
  const server = await startEmbeddedPostgres({
    rootDir: process.cwd(),
    folder: path.join(folder, 'postgres'),
    password: 'p',
    durable: false,
  });
  const secret = (name: string, content: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, `${content}\n`, { mode: 0o600 });
    return file;
  };
  const [port, servicePort] = [await findPort(), await findPort()];
  const environment = {
    DATABASE_URL_FILE: secret('database-url', server.url),
    COUNTERSIGN_API_KEY_FILE: secret('api-key', KEY),
    COUNTERSIGN_SESSION_SECRET_FILE: secret('session-secret', 's'.repeat(43)),
    COUNTERSIGN_ENCRYPTION_KEY_FILE: secret('encryption-key', 'e'.repeat(43)),
    COUNTERSIGN_DATA_DIR: newDataDir(),
    COUNTERSIGN_SERVICE_PORT: String(servicePort),
    COUNTERSIGN_LOG_FORMAT: 'json',
    PORT: String(port),
  };
  const started: Started[] = [];
  const run = (name: string) => {
    const one = start(name, environment);
    started.push(one);
    return one;
  };
  try {
    const programs = PROGRAMS.map(run);
    for (const one of programs) await until(`${one.name} says that it waits`, () => /lacks migrations/.test(one.said()));
    for (const { name, child, said } of programs) require(child.exitCode === null, `${name} ended: ${said()}`);
    // two at once: one works, the other finds nothing to do
    await Promise.all([run('migrate'), run('migrate')].map((one) => requireEnd(one, 0, /has all migrations/)));
    for (const one of programs) await until(`${one.name} is ready`, () => /"ready"/.test(one.said()));
    const asked = { headers: { authorization: `Bearer ${KEY}` } };
    const statusOf = async (url: string) => (await fetch(url, asked).catch(() => null))?.status;
    await until('an answer of /v1', async () => (await statusOf(`http://127.0.0.1:${port}/v1/documents`)) === 200);
    await until('the desk', async () => (await statusOf(`http://127.0.0.1:${port}/api/health`)) === 200);
    // one id from the desk's door to the worker of the service
    const body = new FormData();
    body.append('file', new File(['Invoice 7'], 'invoice.txt', { type: 'text/plain' }));
    const uploaded = await fetch(`http://127.0.0.1:${port}/v1/documents`, { method: 'POST', body, ...asked });
    const request = `"request":"${uploaded.headers.get('x-request-id')}"`;
    const worker = programs.find(({ name }) => name === 'service-worker');
    await until('a line of the worker with the id of the upload', () => worker?.said().includes(request) ?? false);
    require(existsSync(path.join(environment.COUNTERSIGN_DATA_DIR, 'secrets', 'set-up-token')), 'There is no token for the first account.');
    for (const { child } of programs) child.kill('SIGTERM');
    for (const one of programs) await requireEnd(one, 0, /"ready"/);

    // with another secret than before; the launcher too, which starts them all
    const right = environment.COUNTERSIGN_ENCRYPTION_KEY_FILE;
    environment.COUNTERSIGN_ENCRYPTION_KEY_FILE = secret('other-encryption-key', 'f'.repeat(43));
    for (const name of [...PROGRAMS, 'launcher'])
      await requireEnd(run(name), 1, /used with a different secret: COUNTERSIGN_ENCRYPTION_KEY/);
    environment.COUNTERSIGN_ENCRYPTION_KEY_FILE = right;

    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query(`insert into migrations.desk (hash, created_at) values ('of a later version', 9000000000000)`);
    await client.end();
    for (const name of [...PROGRAMS, 'migrate', 'launcher']) await requireEnd(run(name), 1, /A newer version of Countersign has worked/);
  } finally {
    for (const { child } of started) child.kill('SIGKILL');
    await server.stop();
  }
}

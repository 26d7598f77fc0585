import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findOtherNamespace } from '#lib/platform/testing/other-namespace.ts';
import { ACCOUNT } from '../product/account.ts';
import { checkDownloads } from '../product/check-downloads.ts';
import { createDeskClient } from '../product/desk-client.ts';
import { listProcesses } from '../product/list-processes.ts';
import { makeZombie } from '../product/make-zombie.ts';
import { type Check, require, runChecks } from '../product/run-checks.ts';
import { multipart, sendSlowly } from '../product/send-slowly.ts';
import { findPort, killAll, spawnProduct, startProduct } from '../product/start-product.ts';
import { tryStopWhileReading } from '../product/try-stop-while-reading.ts';
import { tryTwoContainers } from '../product/try-two-containers.ts';
import { tryUpgrade } from '../product/try-upgrade.ts';
import { tryWithoutLookUps } from '../product/try-without-look-ups.ts';

/**
 * node scripts/run.mjs bench-traps: the operational traps, each tried on the built product. Linux. Needs `npm run build`.
 */
const KEY = 'traps-key-0123456789abcdef';
/** How long processes may take to end on a busy machine. */
const GONE_MS = 120_000;
const isRoot = process.getuid?.() === 0;
const folders: string[] = [];

function newFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, 'countersign-trap-'));
  // like a home folder: others may pass
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

const newDataDir = () => path.join(newFolder(), 'data');
const environment = { COUNTERSIGN_API_KEY: KEY };
const bearer = { authorization: `Bearer ${KEY}` };

async function requireNothingLeft(mark: string): Promise<void> {
  const until = Date.now() + GONE_MS;
  for (;;) {
    const left = listProcesses(mark);
    if (left.length === 0) return;
    if (Date.now() > until) throw new Error(`These are left:\n${left.map(({ pid, command }) => `${pid} ${command}`).join('\n')}`);
    await sleep(100);
  }
}

async function requireHealthy(url: string): Promise<void> {
  const answer = await fetch(`${url}/v1/documents`, { headers: bearer });
  require(answer.status === 200, `GET /v1/documents answered ${answer.status}`);
}

async function requireHealthySoon(url: string): Promise<void> {
  const until = Date.now() + 240_000;
  for (;;) {
    try {
      await requireHealthy(url);
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(200);
    }
  }
}

/** Starts it where it cannot run: must end by itself, not with 0, with one short sentence. */
async function requireRefusal(dataDir: string, port: number, expected: RegExp, inside: readonly string[] = []): Promise<void> {
  const product = spawnProduct({ dataDir, port, environment, inside });
  const code = await product.exited;
  const said = product.output().trim();
  require(code !== 0 && code !== null, `It ended with ${code}: ${said}`);
  require(expected.test(said), `It said: ${said}`);
  require(!/\n\s+at /.test(said), `It showed a stack: ${said}`);
}

const checks: Check[] = [
  {
    name: 'SIGTERM to "npm start" stops everything and leaves no process',
    async run() {
      const product = await startProduct({ dataDir: newDataDir(), port: await findPort(), environment, byNpm: true });
      await requireHealthy(product.url);
      require(listProcesses(product.dataDir).length >= 6, 'There are fewer processes than expected.');
      await product.stop();
      await requireNothingLeft(product.dataDir);
      require(statSync(path.join(product.dataDir, 'lock')).size === 0, 'The lock is left.');
      require(!existsSync(path.join(product.dataDir, 'postgres', 'postmaster.pid')), 'The database was not shut down.');
    },
  },
  {
    name: 'Ctrl-C, which npm and the terminal may both pass on, stops everything and leaves no process',
    async run() {
      const product = await startProduct({ dataDir: newDataDir(), port: await findPort(), environment });
      process.kill(-(product.process.pid as number), 'SIGINT');
      process.kill(-(product.process.pid as number), 'SIGINT');
      require((await product.exited) === 0, `It ended with an error:\n${product.output()}`);
      await requireNothingLeft(product.dataDir);
    },
  },
  {
    name: 'a stop while a file is read, by Ctrl-C or by a signal to every process, fails nothing',
    limitMs: 1_500_000,
    run: () => tryStopWhileReading(newDataDir(), environment),
  },
  {
    name: 'when the launcher is killed, its programs and the database end by themselves, and the next start works',
    async run() {
      const dataDir = newDataDir();
      const product = await startProduct({ dataDir, port: await findPort(), environment });
      product.process.kill('SIGKILL');
      await requireNothingLeft(dataDir);
      const second = await startProduct({ dataDir, port: await findPort(), environment });
      await requireHealthy(second.url);
      await second.stop();
    },
  },
  {
    name: 'the link printed at the first start makes the first account, nothing else does, and it is not printed again',
    async run() {
      const dataDir = newDataDir();
      // empty: the token is made by the product
      const own = { ...environment, COUNTERSIGN_SET_UP_TOKEN: '' };
      const product = await startProduct({ dataDir, port: await findPort(), environment: own });
      const link = / (http:\S+)\/set-up#token=(\S+)/;
      for (const limit = Date.now() + 60_000; !link.test(product.output()); await sleep(50))
        require(Date.now() < limit, 'No link was printed.');
      const [, address, token] = link.exec(product.output()) ?? [];
      require(address === product.url, `It printed ${address}`);
      const setUp = async (body: unknown) => {
        const headers = { origin: product.url, 'content-type': 'application/json' };
        return (await fetch(`${product.url}/api/set-up`, { method: 'POST', headers, body: JSON.stringify(body) })).status;
      };
      require((await setUp(ACCOUNT)) === 403, 'Without the token an account was made.');
      require((await setUp({ ...ACCOUNT, token })) === 201, 'With the token of the link no account was made.');
      await product.stop();
      require(!existsSync(path.join(dataDir, 'secrets', 'set-up-token')), 'The token is left.');
      const second = await startProduct({ dataDir, port: await findPort(), environment: own });
      await second.stop();
      require(!second.output().includes('token='), 'The link was printed again.');
    },
  },
  {
    name: 'a second start on the same folder says so, and the first runs on',
    async run() {
      const product = await startProduct({ dataDir: newDataDir(), port: await findPort(), environment });
      await requireRefusal(product.dataDir, await findPort(), /already runs on .*process \d+/);
      await requireHealthy(product.url);
      await product.stop();
    },
  },
  ...(findOtherNamespace()
    ? [
        {
          name: 'two containers on one data folder: the second says so and nothing is lost, and it takes over when the first was killed',
          run: () => tryTwoContainers(newDataDir(), { environment, headers: bearer, requireRefusal }),
        },
      ]
    : []),
  { name: 'data folders that earlier versions made open with everything in them', run: () => tryUpgrade(newDataDir) },
  {
    name: 'no process looks up a name or leaves what reports to a vendor, also where children keep the network',
    run: () => tryWithoutLookUps(newFolder(), { environment, key: KEY }),
  },
  {
    name: 'a taken port is one sentence',
    async run() {
      const server = createServer();
      const port = await findPort();
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      await requireRefusal(newDataDir(), port, /^Port \d+ on 127\.0\.0\.1 is taken by another program: choose another by PORT.*$/);
      server.close();
    },
  },
  {
    name: 'a folder that cannot be written is one sentence',
    async run() {
      const folder = newFolder();
      writeFileSync(path.join(folder, 'file'), '');
      chmodSync(folder, 0o555);
      // root may write anywhere, but not below a file
      const dataDir = isRoot ? path.join(folder, 'file', 'data') : path.join(folder, 'data');
      await requireRefusal(dataDir, await findPort(), /^The data folder .* cannot be written \((EACCES|ENOTDIR)\).*$/);
    },
  },
  {
    name: 'wrong settings are named',
    async run() {
      const product = spawnProduct({ dataDir: newDataDir(), port: 99_999, environment: { COUNTERSIGN_LOG_LEVEL: 'loud' } });
      require((await product.exited) === 1, 'It did not end with 1.');
      require(/PORT: /.test(product.output()) && /COUNTERSIGN_LOG_LEVEL: /.test(product.output()), product.output());
    },
  },
  {
    name: 'a data folder below a home that only root may enter',
    async run() {
      const home = newFolder();
      chmodSync(home, 0o700);
      const dataDir = path.join(home, 'data');
      for (let start = 0; start < 2; start += 1) {
        const product = await startProduct({ dataDir, port: await findPort(), environment });
        await requireHealthy(product.url);
        await product.stop();
      }
      await requireNothingLeft(dataDir);
    },
  },
  {
    name: 'a database whose recorded process is a zombie or a stranger',
    async run() {
      const dataDir = newDataDir();
      const first = await startProduct({ dataDir, port: await findPort(), environment });
      await first.stop();
      const zombie = await makeZombie(newFolder());
      try {
        for (const pid of [zombie.pid, process.pid]) {
          writeFileSync(
            path.join(dataDir, 'postgres', 'postmaster.pid'),
            `${pid}\n${dataDir}/postgres\n1700000000\n5432\n/tmp\n\n  0 0\nready\n`,
          );
          const product = await startProduct({ dataDir, port: await findPort(), environment });
          await requireHealthy(product.url);
          await product.stop();
        }
      } finally {
        zombie.end();
      }
    },
  },
  {
    name: 'a killed program and a killed database are started again',
    async run() {
      const product = await startProduct({ dataDir: newDataDir(), port: await findPort(), environment });
      for (const part of ['dist/web.mjs', 'dist/service.mjs', 'bin/postgres -D']) {
        const victim = listProcesses(product.dataDir).find(({ command }) => command.includes(part) && !command.startsWith('sh '));
        require(victim, `There is no process ${part}.`);
        process.kill(victim.pid, 'SIGKILL');
        await sleep(300);
        await requireHealthySoon(product.url);
      }
      await product.stop();
      await requireNothingLeft(product.dataDir);
    },
  },
  {
    name: '11 MB arrive whole, by the service and by the desk',
    async run() {
      const product = await startProduct({ dataDir: newDataDir(), port: await findPort(), environment });
      const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(11_000_000)]);
      const form = new FormData();
      form.append('file', new Blob([bytes]), 'large.pdf');
      const answer = await fetch(`${product.url}/v1/documents`, { method: 'POST', headers: bearer, body: form });
      const document = (await answer.json()) as { sha256: string; size: number };
      require(answer.status === 201 && document.size === bytes.length, `It answered ${answer.status}: ${JSON.stringify(document)}`);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      require(document.sha256 === sha256, 'The bytes are not the same.');
      const desk = createDeskClient(product.url);
      await desk.enter();
      const dropped = await desk.upload<{ id: string; size: number; sha256: string }>('large.pdf', bytes, '');
      require(dropped.status === 201 &&
        dropped.body.sha256 === sha256, `The desk answered ${dropped.status}: ${JSON.stringify(dropped.body)}`);
      const back = await desk.download(`/api/documents/${dropped.body.id}/content`);
      require(createHash('sha256').update(back).digest('hex') === sha256, 'The desk gives back other bytes.');
      await product.stop();
    },
  },
  {
    name: 'every export and download of 5 MB arrives whole, and one that breaks in the middle is no success',
    limitMs: 1_800_000,
    async run() {
      const product = await startProduct({ dataDir: newDataDir(), port: await findPort(), environment });
      await checkDownloads(product, KEY);
      await product.stop();
    },
  },
  {
    name: 'a slow upload is not cut, because there is no limit for a whole request; with one it would be',
    async run() {
      const text = multipart('slow.txt', Buffer.from('slowly\n'.repeat(3000)), 40);
      const open = await startProduct({ dataDir: newDataDir(), port: await findPort(), environment });
      const whole = await sendSlowly(`${open.url}/v1/documents`, { ...text.headers, ...bearer }, text.pieces, 14_000);
      require(whole.status === 201, `Without a limit it answered ${whole.status} ${whole.text}`);
      await open.stop();
      const limited = await startProduct({
        dataDir: newDataDir(),
        port: await findPort(),
        environment: { ...environment, COUNTERSIGN_REQUEST_TIMEOUT_SECONDS: '3' },
      });
      const cut = await sendSlowly(`${limited.url}/v1/documents`, { ...text.headers, ...bearer }, text.pieces, 14_000).catch(() => null);
      require(cut === null || cut.status === 408, `With a limit of 3 s it answered ${cut?.status}.`);
      await limited.stop();
    },
  },
  {
    name: 'too large is refused while it is still being sent, and nothing is stored',
    async run() {
      const product = await startProduct({
        dataDir: newDataDir(),
        port: await findPort(),
        environment: { ...environment, COUNTERSIGN_MAX_UPLOAD_BYTES: '1000000' },
      });
      const big = multipart('big.txt', Buffer.alloc(30_000_000, 'text '), 300);
      const answer = await sendSlowly(`${product.url}/v1/documents`, { ...big.headers, ...bearer }, big.pieces, 40_000);
      require(answer.status === 413 && answer.text.includes('file_too_large'), `It answered ${answer.status} ${answer.text}`);
      require(answer.sent < big.pieces.length, 'It was told only after the whole file.');
      const list = (await (await fetch(`${product.url}/v1/documents`, { headers: bearer })).json()) as { items: unknown[] };
      require(list.items.length === 0, 'There is a document.');
      await product.stop();
    },
  },
];

process.on('exit', () => {
  for (const folder of folders) {
    if (existsSync(folder)) chmodSync(folder, 0o755);
    rmSync(folder, { recursive: true, force: true });
  }
});
mkdirSync('test-results', { recursive: true });
const wanted = process.argv[2];
await runChecks('traps', wanted ? checks.filter(({ name }) => name.includes(wanted)) : checks, {
  async cleanUp() {
    for (const folder of folders) await killAll(folder);
  },
});

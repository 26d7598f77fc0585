// Finds, or as root on Debian installs, what the tests need besides packages: a browser, a PostgreSQL server, a folder for its data.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './prepare.mjs';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** What the tests' Chromium is started with: it runs in containers, and asks nobody for anything. */
export const BROWSER_ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Path of the Chromium of COUNTERSIGN_CHROMIUM or of the system; undefined leaves it to Playwright, which may have its own. */
export function findInstalledBrowser() {
  return [process.env.COUNTERSIGN_CHROMIUM, ...BROWSERS].find((file) => file && existsSync(file));
}

/** Makes sure that there is a Chromium: the system's, Playwright's, or one that is installed now. */
export async function requireBrowser() {
  if (findInstalledBrowser()) return;
  const { chromium } = await import('playwright');
  if (existsSync(chromium.executablePath())) return;
  if (canInstall()) await aptInstall('chromium');
  if (findInstalledBrowser()) return;
  await run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium']);
}

/** A port of this machine that is free now, and none of those that outgoing connections get from 32768 on. */
export async function findPort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000);
    const server = createServer();
    const isFree = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}

/**
 * Starts a PostgreSQL server of the system on a folder of its own; null when there is none and none can be installed.
 * @returns {Promise<{ url: string, version: string, stop: () => Promise<void> } | null>}
 */
export async function startSystemPostgres() {
  if (!findPostgres() && process.env.CI && canInstall()) await aptInstall('postgresql');
  const bin = findPostgres();
  if (!bin) return null;
  const folder = mkdtempSync(path.join(findFastFolder(), 'countersign-pg-'));
  const account = serverAccount();
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  const data = path.join(folder, 'data');
  const options = { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  const made = spawnSync(path.join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale'], options);
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'full_page_writes=off',
    'max_wal_size=256MB',
    'max_connections=200',
  ];
  const control = path.join(bin, 'pg_ctl');
  const serverOptions = settings.map((setting) => `-c ${setting}`).join(' ');
  const started = spawnSync(control, ['-D', data, '-l', path.join(folder, 'log'), '-o', serverOptions, '-w', '-t', '180', 'start'], {
    ...options,
    stdio: 'ignore',
  });
  if (started.status !== 0) throw new Error('The PostgreSQL of the system could not be started.');
  return {
    url: `postgres://postgres@/postgres?host=${encodeURIComponent(folder)}`,
    version: path.basename(path.dirname(bin)),
    async stop() {
      spawnSync(control, ['-D', data, '-m', 'immediate', '-w', '-t', '180', 'stop'], { ...options, stdio: 'ignore' });
      await sleep(100);
      // processes of the server may still be ending
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
    },
  };
}

/**
 * Where the databases of tests lie: in memory where there is plenty, else in the temporary folder. Creating and dropping a thousand
 * of them is mostly work for the file system, which on a disk takes two to nine times as long.
 */
export function findFastFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

function findPostgres() {
  const top = '/usr/lib/postgresql';
  if (!existsSync(top)) return null;
  const versions = readdirSync(top).sort((a, b) => Number(b) - Number(a));
  const version = versions.find((name) => existsSync(path.join(top, name, 'bin', 'postgres')));
  return version ? path.join(top, version, 'bin') : null;
}

function serverAccount() {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('postgres:'));
  const [, , uid, gid] = (line ?? 'nobody:x:65534:65534').split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

function canInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

async function aptInstall(name) {
  console.log(`Installing ${name} (apt-get) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-qq'], { env });
  await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], { env });
}

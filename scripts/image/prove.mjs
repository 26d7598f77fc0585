// npm run image:prove -- ROOTFS [PORT]: runs an unpacked image with runc as compose.yaml would, and shows that it does its work: as root, and
// where `docker export` or `buildah mount` has unpacked it. Ends with 1 when something is not as it should be.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeBundle } from './oci-bundle.mjs';

const [rootfs, port = '4800'] = process.argv.slice(2);
if (!rootfs || !existsSync(path.join(rootfs, 'app/dist/countersign.mjs'))) throw new Error('Name the folder of the unpacked image.');
const START_MS = 180_000;
const READ_MS = 180_000;
const STOP_MS = 30_000;
const ASK_MS = 20_000;
const BUILD_TOOLS = /^(gcc|g\+\+|cc|c\+\+|make|python3?|npm|npx|yarn|corepack|esbuild|tsc|git|curl|wget)(-[\d.]+)?$/;

const top = mkdtempSync(path.join(tmpdir(), 'countersign-image-'));
const data = path.join(top, 'data');
const name = path.basename(top);
const url = `http://127.0.0.1:${port}`;
let wrong = 0;

function show(what, isRight, detail = '') {
  if (!isRight) wrong += 1;
  console.log(`${isRight ? 'ok   ' : 'WRONG'} ${what}${detail === '' ? '' : `: ${detail}`}`);
}

/** Settings that the Dockerfile gives, with those of compose.yaml. */
function environment() {
  const dockerfile = readFileSync(path.join(import.meta.dirname, '../../Dockerfile'), 'utf8');
  const given = Object.fromEntries([...dockerfile.matchAll(/^(?:ENV| {3}) ([A-Z0-9_]+)=(\S+)/gm)].map(([, key, value]) => [key, value]));
  return { PATH: '/usr/local/bin:/usr/bin:/bin', ...given, HOST: '127.0.0.1', PORT: port, COUNTERSIGN_READING_PROCESSES: '1' };
}

function lookInside() {
  const size = execFileSync('du', ['-sm', rootfs], { encoding: 'utf8' }).split('\t')[0];
  show('the unpacked image has less than 700 MiB', Number(size) < 700, `${size} MiB`);
  const programs = execFileSync('find', [rootfs, '-xdev', '(', '-type', 'f', '-o', '-type', 'l', ')', '-path', '*bin/*'], {
    encoding: 'utf8',
  });
  const tools = programs.split('\n').filter((file) => BUILD_TOOLS.test(path.basename(file)));
  show('there are no tools that build or fetch', tools.length === 0, tools.join(' '));
  const sbom = JSON.parse(readFileSync(path.join(rootfs, 'app/licences/sbom.cdx.json'), 'utf8'));
  show(
    'the bill of materials is there',
    sbom.components.length > 200,
    `${sbom.bomFormat} ${sbom.specVersion}, ${sbom.components.length} parts`,
  );
  const texts = readFileSync(path.join(rootfs, 'app/licences/licence-texts.txt'), 'utf8');
  show(
    'the licences are there',
    existsSync(path.join(rootfs, 'app/LICENSE')) && texts.includes('==== next '),
    `${texts.length} characters`,
  );
}

async function start() {
  mkdirSync(data);
  chownSync(data, 10001, 10001);
  const args = ['tini', '--', 'node', '/app/dist/countersign.mjs', 'launcher'];
  const binds = [{ from: data, to: '/data', writable: true }];
  writeBundle({ rootfs: path.resolve(rootfs), bundle: top, args, environment: environment(), binds, memoryMb: 6144 });
  const began = performance.now();
  const container = spawn('runc', ['run', '--bundle', top, name], { stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = new Promise((resolve) => container.once('exit', resolve));
  await until(START_MS, async () => (await ask('/api/health')).ok);
  show('it is ready', true, `${((performance.now() - began) / 1000).toFixed(1)} s after the start`);
  // not the promise itself: whoever waits for the start would wait for the end
  return { ended };
}

const ask = (place, options = {}) => fetch(`${url}${place}`, { ...options, signal: AbortSignal.timeout(ASK_MS) });

/** Asks again until it is so; what throws is not so yet. */
async function until(limitMs, isSo) {
  for (const end = performance.now() + limitMs; performance.now() < end; await sleep(250)) {
    const found = await isSo().catch(() => false);
    if (found) return found;
  }
  throw new Error(`This did not happen in ${limitMs / 1000} s: ${isSo}`);
}

const inside = (...args) => spawnSync('runc', ['exec', name, ...args], { encoding: 'utf8' });

function lookAtProcesses() {
  const status = inside('cat', '/proc/1/status').stdout;
  const sets = [...status.matchAll(/^Cap\w+:\s+([0-9a-f]+)$/gm)].map(([, set]) => set);
  show('the first process is tini, of account 10001', /^Name:\s+tini$/m.test(status) && /^Uid:\s+10001\s/m.test(status));
  show('it has no capabilities', sets.length === 5 && sets.every((set) => /^0+$/.test(set)), sets.join(' '));
  const top = /^\S+ \S+ \S+ \S+ \/ (\S+)/m.exec(inside('cat', '/proc/1/mountinfo').stdout);
  show('its files are read-only', top?.[1].split(',').includes('ro') === true, top?.[1]);
  show('the health check answers', inside('node', '/app/scripts/image/probe.mjs').status === 0);
}

async function workWithIt() {
  const page = await ask('/set-up');
  show('the page for the first account answers', page.status === 200 && (await page.text()).includes('Countersign'), String(page.status));
  const key = readFileSync(path.join(data, 'secrets/desk-api-key'), 'utf8').trim();
  const headers = { authorization: `Bearer ${key}` };
  for (const sample of ['invoice-german.pdf', 'receipt-photo.jpg']) {
    const body = new FormData();
    body.append('file', new Blob([readFileSync(path.join(rootfs, 'app/samples', sample))]), sample);
    const began = performance.now();
    const sent = await ask('/v1/documents', { method: 'POST', headers, body });
    const { id } = await sent.json();
    const done = await until(READ_MS, async () => {
      const document = await (await ask(`/v1/documents/${id}`, { headers })).json();
      return document.status === 'completed' || document.status === 'failed' ? document : null;
    });
    show(`${sample} is read`, done.status === 'completed', `${done.status} after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
}

async function stop(ended) {
  const began = performance.now();
  spawnSync('runc', ['kill', name, 'TERM']);
  const code = await Promise.race([ended, sleep(STOP_MS, 'still running', { ref: false })]);
  show('it stops in order', code === 0, `code ${code} after ${((performance.now() - began) / 1000).toFixed(1)} s`);
  show('the database was closed', !existsSync(path.join(data, 'postgres/postmaster.pid')));
}

try {
  lookInside();
  const { ended } = await start();
  lookAtProcesses();
  await workWithIt();
  await stop(ended);
} finally {
  spawnSync('runc', ['delete', '--force', name]);
  rmSync(top, { recursive: true, force: true });
}
process.exitCode = wrong === 0 ? 0 : 1;

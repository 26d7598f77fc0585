// npm run pictures:desk: fills a fresh desk of the built product as `npm run seed` does, and photographs what shows the work of many
// documents. The pictures go to docs/pictures/.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPort } from './pictures/find-port.mjs';
import { launchBrowser } from './pictures/launch-browser.mjs';
import { until } from './pictures/until.mjs';
import { ADMIN } from './seed/enter-desk.mjs';

const COUNT = 120;

async function runSeed(base, dataDir) {
  const seed = spawn(process.execPath, ['scripts/seed.mjs', '--url', base, '--data', dataDir, '--count', String(COUNT)], {
    stdio: 'inherit',
  });
  const [code] = await once(seed, 'exit');
  if (code !== 0) throw new Error('The desk was not filled.');
}

async function takePictures(base) {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${base}/sign-in`);
    await page.getByLabel('E-mail').fill(ADMIN.email);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/overview/);
    const { items } = await (await page.request.get(`${base}/api/schemas`)).json();
    const invoice = items.find(({ name }) => name === 'Invoice');
    const find = new URLSearchParams({ schema: invoice.id, q: 'northwind', where: 'grand_total:above:30' });
    for (const [name, address] of [
      ['overview', '/overview'],
      ['finding', `/documents?${find}`],
    ]) {
      await page.goto(`${base}${address}`);
      await page.waitForLoadState('networkidle');
      await sleep(1_000);
      await page.screenshot({ path: path.join('docs/pictures', `${name}.png`) });
    }
  } finally {
    await browser.close();
  }
}

const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-pictures-'));
const port = await findPort();
const base = `http://127.0.0.1:${port}`;
const desk = spawn(process.execPath, ['scripts/start.mjs'], {
  env: { ...process.env, PORT: String(port), COUNTERSIGN_DATA_DIR: dataDir },
  stdio: ['ignore', 'ignore', 'inherit'],
});
try {
  await until(async () => (await fetch(`${base}/api/health`)).ok);
  await runSeed(base, dataDir);
  await takePictures(base);
} finally {
  desk.kill('SIGTERM');
  if (desk.exitCode === null) await once(desk, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
}

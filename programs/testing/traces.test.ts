import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { findNeededPackages } from '../../scripts/image/find-needed-packages.mjs';

const PACKAGES = ['sdk-trace', 'exporter-trace-otlp-http', 'otlp-exporter-base', 'resources'];

/** Starts a program where no database answers, ends it, and gives all scripts that it loaded, as Node lists them for its coverage. */
async function listLoaded(environment: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-loaded-'));
  const child = spawn(process.execPath, [path.join('dist', 'service.mjs')], {
    env: {
      ...process.env,
      COUNTERSIGN_ROOT: process.cwd(),
      COUNTERSIGN_DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nothing',
      NODE_V8_COVERAGE: path.join(folder, 'loaded'),
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  // the first thing that it says is that it waits for the database
  await new Promise((resolve) => child.stderr.once('data', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  const files = readdirSync(path.join(folder, 'loaded')).map((name) => readFileSync(path.join(folder, 'loaded', name), 'utf8'));
  rmSync(folder, { recursive: true });
  return files.flatMap((text) => (JSON.parse(text) as { result: { url: string }[] }).result.map(({ url }) => url));
}

const tracing = (urls: string[]) => PACKAGES.filter((name) => urls.some((url) => url.includes(`/@opentelemetry/${name}/`)));

test('a program loads what makes and sends traces only where it is told of a collector', async () => {
  const off = await listLoaded({ OTEL_SERVICE_NAME: 'desk' });
  expect(off.some((url) => url.includes('/dist/service.mjs'))).toBe(true);
  expect(tracing(off)).toEqual([]);
  expect(tracing(await listLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }))).toEqual(PACKAGES);
});

test('the image has the packages of traces, which a program names where it loads them', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const needed = findNeededPackages({ packages, code: readFileSync(path.join('dist', 'service-worker.mjs'), 'utf8') });
  for (const name of ['api', 'core', ...PACKAGES]) expect(needed).toContain(`node_modules/@opentelemetry/${name}`);
});

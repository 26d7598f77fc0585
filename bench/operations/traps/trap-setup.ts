import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses } from '../../product/list-processes.ts';
import { require } from '../../product/run-checks.ts';
import { killAll, spawnProduct } from '../../product/start-product.ts';

export const KEY = 'traps-key-0123456789abcdef';
/** How long processes may take to end on a busy machine. */
const GONE_MS = 120_000;
const folders: string[] = [];

/** A folder that is removed when the program ends. */
export function newFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(path.join(parent, 'countersign-trap-'));
  // like a home folder: others may pass
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** Where a product may keep its data: a folder that is not there yet. */
export const newDataDir = () => path.join(newFolder(), 'data');
export const environment = { COUNTERSIGN_API_KEY: KEY };
export const bearer = { authorization: `Bearer ${KEY}` };

/** Waits until no process is left whose command line has `mark` in it. @throws Error that lists those left after two minutes */
export async function requireNothingLeft(mark: string): Promise<void> {
  const until = Date.now() + GONE_MS;
  for (;;) {
    const left = listProcesses(mark);
    if (left.length === 0) return;
    if (Date.now() > until) throw new Error(`These are left:\n${left.map(({ pid, command }) => `${pid} ${command}`).join('\n')}`);
    await sleep(100);
  }
}

/** The service answers at once. */
export async function requireHealthy(url: string): Promise<void> {
  const answer = await fetch(`${url}/v1/documents`, { headers: bearer });
  require(answer.status === 200, `GET /v1/documents answered ${answer.status}`);
}

/** The service answers again within four minutes. */
export async function requireHealthySoon(url: string): Promise<void> {
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
export async function requireRefusal(
  dataDir: string,
  port: number,
  expected: RegExp,
  inside: readonly string[] = [],
  settings: Record<string, string> = environment,
): Promise<void> {
  const product = spawnProduct({ dataDir, port, environment: settings, inside });
  const code = await product.exited;
  const said = product.output().trim();
  require(code !== 0 && code !== null, `It ended with ${code}: ${said}`);
  require(expected.test(said), `It said: ${said}`);
  require(!/\n\s+at /.test(said), `It showed a stack: ${said}`);
}

process.on('exit', () => {
  for (const folder of folders) {
    if (existsSync(folder)) chmodSync(folder, 0o755);
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Ends what was started on the folders of this run. */
export async function endAll(): Promise<void> {
  for (const folder of folders) await killAll(folder);
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChildPool, createChildPool } from '#lib/platform/children/child-pool.ts';
import { ReadError } from '../model/read-error.ts';
import { DEFAULT_LIMITS } from '../model/read-limits.ts';
import { runChild } from '../parent/run-child.ts';
import type { HostileFile } from '../testing/hostile-file.ts';
import { hostileFiles, spoiltFiles } from '../testing/hostile-files.ts';
import { oddFiles } from '../testing/odd-files.ts';

const MEMORY_MB = 800;
/** It is looked at ten times a second, on a busy machine less often: so far a file may come before it is stopped. */
const MOST_MB = 2 * MEMORY_MB;
const TIMEOUT_MS = 180_000;

let pool: ChildPool;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hostile-test-'));
  pool = createChildPool({ entry: path.resolve('dist/reading-child.mjs'), size: 2, memoryMb: MEMORY_MB });
});
afterAll(async () => {
  await pool.stop();
  await rm(folder, { recursive: true });
});

/** How reading ends in a child process, and the most memory it took. */
async function outcomeOf({ name, bytes }: HostileFile): Promise<{ end: string; peak: number }> {
  const file = path.join(folder, name);
  await writeFile(file, bytes);
  let peak = 0;
  try {
    await runChild(
      pool,
      { kind: 'read', path: file, name, limits: DEFAULT_LIMITS, languages: ['en'], folder },
      { timeoutMs: TIMEOUT_MS, maxOutputBytes: 512 * 1024 * 1024, onPeakMemory: (mb) => (peak = mb) },
    );
    return { end: 'read', peak };
  } catch (error) {
    return { end: error instanceof ReadError ? error.code : String(error), peak };
  } finally {
    await rm(file);
  }
}

async function misfits(files: readonly HostileFile[]): Promise<string[]> {
  const found = await Promise.all(
    files.map(async (file) => {
      const started = performance.now();
      const { end, peak } = await outcomeOf(file);
      const told = `${file.name}: ${end}, ${Math.round(peak)} MB, ${Math.round(performance.now() - started)} ms after the start`;
      return file.ends.includes(end) && peak <= MOST_MB ? [] : [told];
    }),
  );
  return found.flat();
}

describe('hostile files', () => {
  test('bombs, circles, depths, absurd sizes, protected and double files end as they should and take nothing down', async () => {
    expect(await misfits(await hostileFiles())).toEqual([]);
  }, 900_000);

  test('files that lost their head, their list of parts or their name, and those of other programs end as they should', async () => {
    expect(await misfits(await oddFiles())).toEqual([]);
  }, 900_000);

  test('every kind of file, cut short or with changed bytes, is read or refused', async () => {
    expect(await misfits(await spoiltFiles())).toEqual([]);
  }, 900_000);
});

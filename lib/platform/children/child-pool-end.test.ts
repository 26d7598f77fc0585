import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildChild } from './testing/build-child.ts';

const CHILD = `
import { serveTasks } from '../serve-tasks.ts';
serveTasks(async () => 'done');`;
const PROGRAM = `
import { createChildPool } from '../child-pool.ts';
const pool = createChildPool({ entry: process.argv[2], size: 1, memoryMb: 400 });
console.log(await pool.run({}, { timeoutMs: 60_000, maxOutputBytes: 1e6 }));
await pool.stop();
console.log('stopped');`;

test('a program that has nothing left to do but to stop its pool ends after that, without an error', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'child-pool-end-'));
  try {
    const [child, program] = [path.join(folder, 'child.mjs'), path.join(folder, 'program.mjs')];
    await buildChild(CHILD, child);
    await buildChild(PROGRAM, program);
    // rejects where the program's exit status is not 0
    const { stdout } = await promisify(execFile)(process.execPath, [program, child]);
    expect(stdout).toBe('done\nstopped\n');
  } finally {
    await rm(folder, { recursive: true });
  }
});

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeTemporaryFolder, sweepTemporaryFolders } from './temporary-folder.ts';

test('folders of processes that are gone and old ones are swept; those at work and those of others stay', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'sweep-test-'));
  try {
    const gone = Number(execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }));
    const [left, atWork, old, other] = [
      `countersign-read-${gone}-AbCdEf`,
      `countersign-office-${process.pid}-AbCdEf`,
      'countersign-read-AbCdEf',
      'someone-else',
    ].map((name) => path.join(root, name)) as [string, string, string, string];
    for (const folder of [left, atWork, old, other]) await mkdir(folder);
    await writeFile(path.join(left, 'attachment'), 'x');
    const twoDaysAgo = new Date(Date.now() - 2 * 24 * 3600 * 1000);
    await utimes(old, twoDaysAgo, twoDaysAgo);
    expect(await sweepTemporaryFolders(root)).toBe(2);
    expect([left, atWork, old, other].map((folder) => existsSync(folder))).toEqual([false, true, false, true]);
  } finally {
    await rm(root, { recursive: true });
  }
});

test('a folder that is being used survives the start of another reader', async () => {
  const folder = await makeTemporaryFolder('read');
  try {
    await sweepTemporaryFolders();
    expect(existsSync(folder)).toBe(true);
  } finally {
    await rm(folder, { recursive: true });
  }
});

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const MIB = 1024 * 1024;
const PAGE_BYTES = 4096;

/** Resident memory of a process in MiB, 0 when it is gone. */
export async function processMemoryMb(pid: number): Promise<number> {
  try {
    if (process.platform === 'linux') {
      const fields = (await readFile(`/proc/${pid}/statm`, 'latin1')).split(' ');
      return (Number(fields[1]) * PAGE_BYTES) / MIB;
    }
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
    return Number(stdout.trim()) / 1024;
  } catch {
    return 0;
  }
}

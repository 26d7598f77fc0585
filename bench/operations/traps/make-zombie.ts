import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { require } from '../../product/run-checks.ts';

/** A process named postgres that has ended and that its parent does not reap. */
export async function makeZombie(folder: string): Promise<{ pid: number; end: () => void }> {
  const program = path.join(folder, 'postgres');
  copyFileSync('/bin/sleep', program);
  const noted = path.join(folder, 'pid');
  const parent = spawn('sh', ['-c', `"$0" 3600 & echo $! > "$1"; exec sleep 3600`, program, noted], { stdio: 'ignore' });
  const soon = async (isSo: () => boolean, otherwise: string) => {
    for (const until = Date.now() + 60_000; !isSo(); await sleep(50)) require(Date.now() < until, otherwise);
  };
  // a shell would bury it
  await soon(() => existsSync(noted) && readFileSync(`/proc/${parent.pid}/comm`, 'utf8').trim() === 'sleep', 'There is no parent.');
  const pid = Number(readFileSync(noted, 'utf8'));
  process.kill(pid, 'SIGKILL');
  await soon(() => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')), 'The process is not a zombie.');
  return { pid, end: () => parent.kill('SIGKILL') };
}

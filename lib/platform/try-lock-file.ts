import { spawnSync } from 'node:child_process';

/** `unknown`: this system has no tool that locks files, or the file system knows no locks. */
export type FileLockState = 'taken' | 'held' | 'unknown';

/**
 * Programs that lock the open file of a descriptor and leave. Such a lock belongs to the open file, not to the process that asked
 * for it: it stays until everybody who has the descriptor has ended, however they end, and counts between containers.
 */
const TOOLS = [
  { command: 'flock', args: ['-n', '-x', '3'], isHeld: (status: number, said: string) => status === 1 && said === '' },
  { command: 'lockf', args: ['-s', '-t', '0', '3'], isHeld: (status: number) => status === 75 },
];

/**
 * Takes an exclusive lock of the system on an open file, without waiting. It holds as long as a process has the descriptor.
 * @param fd open for writing; Node does not hand it on to children unless told
 */
export function tryLockFile(fd: number): FileLockState {
  for (const { command, args, isHeld } of TOOLS) {
    const { status, stderr } = spawnSync(command, args, {
      stdio: ['ignore', 'ignore', 'pipe', fd],
      encoding: 'utf8',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin' } as unknown as NodeJS.ProcessEnv,
      timeout: 20_000,
    });
    if (status === 0) return 'taken';
    if (status !== null && isHeld(status, stderr)) return 'held';
  }
  return 'unknown';
}

import { spawnSync } from 'node:child_process';

/**
 * Command and arguments that run a program with process ids of its own, as a container does; null where the system does not allow it.
 * The program ends with the command.
 */
export function findOtherNamespace(): [command: string, ...args: string[]] | null {
  const pids = ['--pid', '--fork', '--mount-proc', '--kill-child'];
  for (const flags of [pids, ['--user', '--map-current-user', ...pids]]) {
    if (spawnSync('unshare', [...flags, '--', 'true'], { stdio: 'ignore', timeout: 20_000 }).status === 0) {
      return ['unshare', ...flags, '--'];
    }
  }
  return null;
}

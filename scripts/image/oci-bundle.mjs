import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const MIB = 1024 * 1024;

/**
 * Writes what runc needs to run an unpacked image the way the compose files do: as account 10001, with its files read-only, without
 * capabilities, `/tmp` in memory, and the network of the host.
 * @param {object} options
 * @param {string} options.rootfs the unpacked image @param {string} options.bundle an empty folder
 * @param {string[]} options.args @param {Record<string, string>} options.environment
 * @param {{ from: string, to: string, writable?: boolean }[]} options.binds
 * @param {number} options.memoryMb
 */
export function writeBundle({ rootfs, bundle, args, environment, binds, memoryMb }) {
  const tmpfs = (destination, ...options) => ({ destination, type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', ...options] });
  const specification = {
    ociVersion: '1.0.2',
    hostname: path.basename(bundle),
    root: { path: rootfs, readonly: true },
    process: {
      user: { uid: 10001, gid: 10001 },
      cwd: '/app',
      args,
      env: Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      capabilities: { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] },
      noNewPrivileges: true,
    },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { ...tmpfs('/dev', 'mode=755'), options: ['nosuid', 'mode=755'] },
      tmpfs('/dev/shm', 'noexec', 'mode=1777', 'size=256m'),
      tmpfs('/tmp', 'mode=1777', 'size=1g'),
      ...binds.map(({ from, to, writable }) => ({
        ...{ destination: to, type: 'bind', source: from },
        options: ['bind', writable ? 'rw' : 'ro', 'nosuid', 'nodev'],
      })),
    ],
    linux: {
      namespaces: ['pid', 'mount', 'ipc', 'uts'].map((type) => ({ type })),
      cgroupsPath: `/countersign-${path.basename(bundle)}`,
      resources: { memory: { limit: memoryMb * MIB } },
      maskedPaths: ['/proc/kcore', '/proc/keys', '/proc/timer_list'],
      readonlyPaths: ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'],
    },
  };
  mkdirSync(bundle, { recursive: true });
  writeFileSync(path.join(bundle, 'config.json'), JSON.stringify(specification));
}

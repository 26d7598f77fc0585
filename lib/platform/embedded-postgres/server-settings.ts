import { statfsSync } from 'node:fs';

export const SUPERUSER = 'app';

/** Settings given on the command line, so that a changed release changes them. */
export function serverSettings(socketFolder: string, durable: boolean): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '120',
    shared_buffers: '128MB',
    // a statement in a log would carry text of documents
    log_min_error_statement: 'panic',
    log_min_messages: 'fatal',
    log_error_verbosity: 'terse',
    dynamic_shared_memory_type: sharedMemoryIsSmall() ? 'mmap' : 'posix',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_wal_size: '256MB' }),
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The environment of the server's programs: nothing of ours. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' } as unknown as NodeJS.ProcessEnv;
}

export function lastLines(text: string): string {
  return text.trim().split('\n').slice(-4).join(' ').slice(-500) || 'no reason was given';
}

function sharedMemoryIsSmall(): boolean {
  try {
    const { bsize, blocks } = statfsSync('/dev/shm');
    return process.platform === 'linux' && bsize * blocks < 200 * 1024 * 1024;
  } catch {
    return process.platform === 'linux';
  }
}

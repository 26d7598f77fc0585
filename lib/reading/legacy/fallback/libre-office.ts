import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withTemporaryFolder } from '../../files/temporary-folder.ts';

/** One conversion may take this long before it is stopped; less than the longest time without a page of any reader. */
const TIMEOUT_MS = 75_000;
/** Seconds of processor time and KiB of memory after which the system itself ends the program. */
const LIMITS = 'ulimit -t 90; ulimit -v 6000000; exec "$0" "$@"';
/** Where LibreOffice installs itself; the first that is there is used. */
const PLACES = [
  '/usr/bin/soffice',
  '/usr/bin/libreoffice',
  '/usr/local/bin/soffice',
  '/opt/libreoffice/program/soffice',
  '/snap/bin/libreoffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
];

export type LibreOfficeOptions = {
  /** The program; looked for in the usual places when absent. */
  program?: string;
  timeoutMs?: number;
  /** Whether this process has a network; asked of the system when absent. */
  hasNetwork?: boolean;
};

/** Whether any network device is up, the machine's own included: in the empty network namespace of a reading process there is none. */
function findNetwork(): boolean {
  try {
    return Object.keys(os.networkInterfaces()).length > 0;
  } catch {
    return true;
  }
}

async function findProgram(): Promise<string | null> {
  for (const place of PLACES) {
    const found = await access(place, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (found) return place;
  }
  return null;
}

/** Runs the office program; false when it fails. It and all it started are killed when the time is up or reading is given up. */
function run(program: string, args: readonly string[], home: string, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', LIMITS, program, ...args], {
      stdio: 'ignore',
      detached: true,
      cwd: home,
      env: {
        NODE_ENV: 'production',
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOME: home,
        TMPDIR: home,
        LANG: 'C.UTF-8',
        SAL_USE_VCLPLUGIN: 'svp',
      },
    });
    const stop = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    };
    const timer = setTimeout(stop, timeoutMs);
    signal.addEventListener('abort', stop, { once: true });
    const end = (ok: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      // it may have left helpers behind
      stop();
      resolve(ok);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
    if (signal.aborted) stop();
  });
}

/**
 * Converts an old file with LibreOffice if it is installed, with a profile of its own, and hands the path of the result to
 * `use`. Documents can link to addresses, which it would load: it is started only where there is no network to load them from.
 * Null when LibreOffice is missing, may not be started or cannot convert the file.
 */
export async function withLibreOffice<T>(
  file: string,
  format: 'docx' | 'pptx',
  signal: AbortSignal,
  use: (converted: string) => Promise<T>,
  options: LibreOfficeOptions = {},
): Promise<T | null> {
  if (options.hasNetwork ?? findNetwork()) return null;
  const program = options.program ?? (await findProgram());
  if (program === null) return null;
  return withTemporaryFolder('office', async (folder) => {
    const profile = pathToFileURL(path.join(folder, 'profile')).href;
    const out = path.join(folder, 'out');
    const args = [`-env:UserInstallation=${profile}`, '--headless', '--norestore', '--nolockcheck', '--nodefault'];
    args.push('--convert-to', format, '--outdir', out, path.resolve(file));
    if (!(await run(program, args, folder, options.timeoutMs ?? TIMEOUT_MS, signal))) return null;
    const [name] = await readdir(out).catch(() => []);
    return name ? use(path.join(out, name)) : null;
  });
}

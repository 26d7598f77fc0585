import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** One conversion may take this long before it is stopped. */
const TIMEOUT = 90_000;

/** Runs the office program; false when it is not installed or fails. */
function run(args: readonly string[], signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('soffice', args, { stdio: 'ignore', detached: true });
    const stop = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    };
    const timer = setTimeout(stop, TIMEOUT);
    signal.addEventListener('abort', stop, { once: true });
    const end = (ok: boolean) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve(ok);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
  });
}

/**
 * Converts an old file with LibreOffice if it is installed (`soffice` on the path), with a profile of its own and macros off,
 * and hands the path of the result to `use`. Null when LibreOffice is missing or cannot convert the file.
 */
export async function withLibreOffice<T>(
  file: string,
  format: 'docx' | 'pptx',
  signal: AbortSignal,
  use: (converted: string) => Promise<T>,
): Promise<T | null> {
  const folder = await mkdtemp(path.join(tmpdir(), 'countersign-office-'));
  try {
    const profile = pathToFileURL(path.join(folder, 'profile')).href;
    const out = path.join(folder, 'out');
    const args = [
      `-env:UserInstallation=${profile}`,
      '--headless',
      '--norestore',
      '--nolockcheck',
      '--convert-to',
      format,
      '--outdir',
      out,
      file,
    ];
    if (!(await run(args, signal))) return null;
    const [name] = await readdir(out).catch(() => []);
    return name ? await use(path.join(out, name)) : null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

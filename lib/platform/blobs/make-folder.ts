import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';

/** Makes a folder and flushes the entry of each new one, so that a crash cannot lose the way to what is in it. */
export async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (!made) return;
  const first = path.resolve(made);
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const parent = path.dirname(at);
    await flushFolder(parent);
    if (at === first || at === parent) return;
  }
}

/** Brings the entries of a folder to disk: names of new files, and new names. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

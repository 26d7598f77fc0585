import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const NAME = /^countersign-(?:read|picture|office|compose|child)-(?:(\d+)-)?/;
/** Nothing is worked on for so long, whatever a process number says: they are used again. */
const OLDEST_MS = 24 * 3600 * 1000;

/** What a folder is for, as its name says. */
export type Work = 'read' | 'picture' | 'office' | 'compose';

/** Makes a folder for one piece of work among the system's temporary files. Who asked for it removes it; see `sweepTemporaryFolders`. */
export function makeTemporaryFolder(work: Work): Promise<string> {
  return mkdtemp(path.join(tmpdir(), `countersign-${work}-${process.pid}-`));
}

/** Gives `use` a temporary folder of its own, and removes it with all that is in it afterwards. */
export async function withTemporaryFolder<T>(work: Work, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeTemporaryFolder(work);
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Removes temporary folders of processes that were killed before they could remove them: those of processes that are gone, and old ones.
 * Returns how many. Never throws: what belongs to another user stays.
 */
export async function sweepTemporaryFolders(root = tmpdir()): Promise<number> {
  let removed = 0;
  for (const name of await readdir(root).catch(() => [])) {
    const match = NAME.exec(name);
    if (!match) continue;
    const folder = path.join(root, name);
    const isLeft = match[1] !== undefined && !isAlive(Number(match[1]));
    try {
      if (!isLeft && Date.now() - (await stat(folder)).mtimeMs < OLDEST_MS) continue;
      await rm(folder, { recursive: true, force: true });
      removed++;
    } catch {
      // of another user, or gone in the meantime
    }
  }
  return removed;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

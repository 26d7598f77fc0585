import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { BackupError } from '#lib/backup/backup-error.ts';

/** @throws BackupError when it lies in the data folder, with which it would be lost */
export function requireOutside(dataDir: string, place: string): void {
  const folder = path.resolve(place);
  const real = realOf(folder);
  const data = realOf(dataDir);
  if (real === data || real.startsWith(`${data}${path.sep}`)) {
    throw new BackupError(
      `${folder} lies in the data folder, and would be lost with it. Choose a folder elsewhere, preferably on another disk.`,
    );
  }
}

/** The real path, as far as it exists. */
function realOf(folder: string): string {
  for (let at = folder; ; at = path.dirname(at)) {
    if (existsSync(at)) return path.join(realpathSync(at), path.relative(at, folder));
    if (at === path.dirname(at)) return folder;
  }
}

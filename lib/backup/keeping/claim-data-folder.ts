import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#lib/platform/config.ts';
import { BackupError } from '../backup-error.ts';

const MARK = 'restore-unfinished';
/** What may be in a data folder that nothing has worked in, and what a restore itself puts there first. */
const HARMLESS = ['lock', 'incoming', 'models', MARK];

type Folder = Pick<Config, 'dataDir'>;

/** The ID of the backup whose restore was cut off in a data folder, or null. */
export function findUnfinishedRestore({ dataDir }: Folder): string | null {
  const mark = path.join(dataDir, MARK);
  return existsSync(mark) ? readFileSync(mark, 'utf8').trim() : null;
}

/**
 * Whether a restore of this backup was cut off in this data folder and may go on there.
 * @throws BackupError when the folder holds anything else
 */
export function claimDataFolder({ dataDir }: Folder, id: string): boolean {
  const unfinished = findUnfinishedRestore({ dataDir });
  if (unfinished === id) return true;
  const others = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !HARMLESS.includes(name)) : [];
  if (unfinished !== null)
    throw new BackupError(`A restore of the backup ${unfinished} was cut off in ${dataDir}. Run it again, or take an empty folder.`);
  if (others.length > 0)
    throw new BackupError(`The data folder ${dataDir} is not empty. Nothing is ever overwritten: set COUNTERSIGN_DATA_DIR to a new one.`);
  writeFileSync(path.join(dataDir, MARK), `${id}\n`, { mode: 0o600, flush: true });
  return false;
}

/** The restore is whole: the folder may be worked in. */
export function releaseDataFolder({ dataDir }: Folder): void {
  rmSync(path.join(dataDir, MARK), { force: true });
}

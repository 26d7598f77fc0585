import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from '#lib/platform/config.ts';
import { BackupError } from '../backup-error.ts';
import { settleFile } from '../location/settle-file.ts';

const MARK = 'restore-unfinished';
/** What may be in a data folder that nothing has worked in, and what a restore itself puts there first. */
const HARMLESS = ['lock', 'incoming', 'backups-under-way', 'models', MARK, `${MARK}.new`];

const schema = z.object({
  /** Of the backup. */
  id: z.string(),
  /** Of this restore alone: the database has it too. */
  token: z.string(),
  /** Database and storage in words that name them. */
  target: z.string(),
  isWhole: z.boolean(),
});

/** What is known of a restore that is under way or was cut off. `isWhole`: all is there, and only marks are left to be removed. */
export type RestoreMark = z.infer<typeof schema>;

type Folder = Pick<Config, 'dataDir'>;

/** The restore that was cut off in a data folder, or null. @throws BackupError when its mark cannot be read */
export function findUnfinishedRestore({ dataDir }: Folder): RestoreMark | null {
  const file = path.join(dataDir, MARK);
  if (!existsSync(file)) return null;
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new BackupError(`A restore was cut off in ${dataDir}, and its marker ${MARK} cannot be read. Restore into an empty folder.`, {
      cause,
    });
  }
}

/**
 * The restore of this backup that was cut off in this data folder and may go on there, or null when the folder is empty.
 * @param wanted the backup, and where it shall go
 * @throws BackupError when the folder holds anything else
 */
export function findContinued({ dataDir }: Folder, { id, target }: Pick<RestoreMark, 'id' | 'target'>): RestoreMark | null {
  const unfinished = findUnfinishedRestore({ dataDir });
  if (unfinished === null) {
    const others = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !HARMLESS.includes(name)) : [];
    if (others.length === 0) return null;
    throw new BackupError(`The data folder ${dataDir} is not empty. Nothing is ever overwritten: set COUNTERSIGN_DATA_DIR to a new one.`);
  }
  const cutOff = `A restore of the backup ${unfinished.id} was cut off in ${dataDir}`;
  if (unfinished.id !== id) throw new BackupError(`${cutOff}. Run it again with --backup ${unfinished.id}, or take an empty folder.`);
  if (unfinished.target !== target) {
    throw new BackupError(`${cutOff}. It went into the ${unfinished.target}. Set DATABASE_URL and S3_* as then, or take an empty folder.`);
  }
  return unfinished;
}

/** Says in the data folder that a restore is under way there. Only after database and storage were found to be empty. */
export async function markDataFolder({ dataDir }: Folder, { id, target }: Pick<RestoreMark, 'id' | 'target'>): Promise<RestoreMark> {
  const mark = { id, target, token: randomUUID(), isWhole: false };
  await writeMark(dataDir, mark);
  return mark;
}

/** Only marks are left: a run after this one removes them, and looks at nothing else. */
export function markWhole({ dataDir }: Folder, mark: RestoreMark): Promise<void> {
  return writeMark(dataDir, { ...mark, isWhole: true });
}

/** The restore is whole: the folder may be worked in. */
export function releaseDataFolder({ dataDir }: Folder): void {
  rmSync(path.join(dataDir, MARK), { force: true });
}

async function writeMark(dataDir: string, mark: RestoreMark): Promise<void> {
  const file = path.join(dataDir, MARK);
  // of a write that was cut off
  await rm(`${file}.new`, { force: true });
  await writeFile(`${file}.new`, `${JSON.stringify(mark)}\n`, { flag: 'wx', mode: 0o600, flush: true });
  await settleFile(`${file}.new`, file);
}

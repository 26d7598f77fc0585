import { beginBackup, type EndedBackup, endBackup, hasCompleteBackup, seeBackup } from '#lib/desk/backups/operations/note-backup.ts';
import { createDatabase } from '#lib/platform/database/database.ts';
import { findReason } from '#lib/platform/find-reason.ts';
import { beforeEnd, tell } from './run-command.ts';

const SEE_MS = 60_000;

/** What the database knows of a backup under way. */
export type RunNote = {
  /** There was a complete backup before. */
  hasEarlier: boolean;
  /** Notes how it ended; what is said first counts. */
  end: (ended: EndedBackup) => Promise<void>;
};

/**
 * Notes in the installation's database that a backup runs, and later how it ended: *Settings, Backups* shows it. A backup that cannot be
 * noted is made all the same.
 * @param everyMs only when one is due after so long; null = at once
 * @returns null when none is due
 */
export async function noteRun(url: string, everyMs: number | null): Promise<RunNote | null> {
  const { database, close } = createDatabase(url, { max: 1, name: 'countersign-backup-note' });
  const trying = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      tell(`Settings, Backups will not show how this backup ended: ${findReason(error as Error).message}`);
    }
  };
  let id: string | null = null;
  let hasEarlier = false;
  try {
    hasEarlier = await hasCompleteBackup(database);
    id = await beginBackup(database, { everyMs });
  } catch (error) {
    await close();
    if (everyMs !== null) throw error;
    await trying(() => Promise.reject(error));
    return { hasEarlier, end: async () => undefined };
  }
  if (id === null) {
    await close();
    return null;
  }
  const noted = id;
  const timer = setInterval(() => void seeBackup(database, noted).catch(() => undefined), SEE_MS);
  timer.unref();
  const stayOn = beforeEnd(() => endBackup(database, noted, { outcome: 'stopped' }));
  let isNoted = false;
  return {
    hasEarlier,
    async end(ended) {
      if (isNoted) return;
      isNoted = true;
      clearInterval(timer);
      stayOn();
      await trying(() => endBackup(database, noted, ended));
      await close();
    },
  };
}

import { desc, eq, sql } from 'drizzle-orm';
import type { BackupRun, BackupState, Backups } from '#lib/contract/desk/backups.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { Desk } from '../../context/desk.ts';
import { isSilent, NOW } from '../is-silent.ts';
import { backupRuns as R } from '../tables.ts';

const SHOWN = 20;
const DAY_MS = 24 * 60 * 60_000;
/** Without a schedule: after so long the last backup is too old. */
const OLD_MS = 7 * DAY_MS;

const COLUMNS = {
  id: R.id,
  startedAt: R.startedAt,
  endedAt: R.endedAt,
  outcome: sql<BackupRun['outcome']>`case
    when ${R.outcome} = 'stopped' or ${isSilent} then 'cut_off' else coalesce(${R.outcome}, 'running') end`,
  rows: R.rows,
  files: R.files,
  addedBytes: R.addedBytes,
  isEncrypted: R.isEncrypted,
};
type Row = Omit<typeof R.$inferSelect, 'seenAt' | 'outcome'> & Pick<BackupRun, 'outcome'>;

/** The backups that were made of this installation, and whether the last complete one is too old. */
export async function getBackups(desk: Pick<Desk, 'database' | 'config'>): Promise<Backups> {
  const rows = await desk.database.select(COLUMNS).from(R).orderBy(desc(R.startedAt)).limit(SHOWN);
  const everyMs = desk.config.backups.schedule?.everyMs ?? null;
  const { state, last } = await findLastBackup(desk.database, everyMs);
  return {
    state,
    every_hours: everyMs === null ? null : everyMs / 3_600_000,
    last_complete: last ? toRun(last) : null,
    runs: rows.map(toRun),
  };
}

/**
 * The last complete backup, and whether it is late: by schedule after twice the hours between two, without one after a week.
 * @param everyMs milliseconds between two by schedule; null without one
 */
export async function findLastBackup(executor: Executor, everyMs: number | null): Promise<{ state: BackupState; last: Row | null }> {
  const ageMs = sql<number>`extract(epoch from ${NOW} - ${R.startedAt}) * 1000`.mapWith(Number);
  const [found] = await executor
    .select({ ...COLUMNS, ageMs })
    .from(R)
    .where(eq(R.outcome, 'done'))
    .orderBy(desc(R.startedAt))
    .limit(1);
  if (!found) return { state: 'never', last: null };
  const { ageMs: age, ...last } = found;
  return { state: age > (everyMs === null ? OLD_MS : everyMs * 2) ? 'late' : 'well', last };
}

function toRun({ id, startedAt, endedAt, outcome, rows, files, addedBytes, isEncrypted }: Row): BackupRun {
  return {
    id,
    started_at: startedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    outcome,
    rows,
    files,
    added_bytes: addedBytes,
    is_encrypted: isEncrypted,
  };
}

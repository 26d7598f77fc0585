import type { Config } from '#lib/platform/config.ts';
import type { Database } from '#lib/platform/database/database.ts';
import type { AskedFigures } from '#lib/platform/metrics/asked-figures.ts';
import { METRICS } from '#lib/platform/metrics/metrics.ts';
import { findLastBackup } from './get-backups.ts';

const EVERY_MS = 60_000;

/**
 * When the last complete backup began, in `METRICS`. While there was none: 0 where a schedule is set, as an alert on the age is silent
 * without a figure, and nothing without a schedule.
 */
export function backupFigures(database: Database, { backups }: Pick<Config, 'backups'>): AskedFigures {
  const gauge = METRICS.lastBackup;
  return {
    everyMs: EVERY_MS,
    forget: () => gauge.remove(),
    async ask() {
      const { last } = await findLastBackup(database, null);
      if (last) gauge.set(last.startedAt.getTime() / 1000);
      else if (backups.schedule) gauge.set(0);
      else gauge.remove();
    },
  };
}

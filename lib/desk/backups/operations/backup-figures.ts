import type { Database } from '#lib/platform/database/database.ts';
import type { AskedFigures } from '#lib/platform/metrics/asked-figures.ts';
import { METRICS } from '#lib/platform/metrics/metrics.ts';
import { findLastBackup } from './get-backups.ts';

const EVERY_MS = 60_000;

/** When the last complete backup began, in `METRICS`; nothing while there was none. */
export function backupFigures(database: Database): AskedFigures {
  const gauge = METRICS.lastBackup;
  return {
    everyMs: EVERY_MS,
    forget: () => gauge.remove(),
    async ask() {
      const { last } = await findLastBackup(database, null);
      if (last) gauge.set(last.startedAt.getTime() / 1000);
      else gauge.remove();
    },
  };
}

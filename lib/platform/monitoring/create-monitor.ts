import { statfs } from 'node:fs/promises';
import { createBlobStore } from '../blobs/create-blob-store.ts';
import type { Config } from '../config.ts';
import { createDatabase, type Database } from '../database/database.ts';
import { listMigrationFolders } from '../database/migration-folders.ts';
import { type AskedFigures, createFigureKeeper } from '../metrics/asked-figures.ts';
import { METRICS } from '../metrics/metrics.ts';
import { observeProcess } from '../metrics/observe-process.ts';
import { PRODUCT } from '../product.ts';
import { createReadiness, type Phase, type Readiness } from './readiness.ts';

/** How this program is, for whoever asks. Nothing is looked at before somebody does. */
export type Monitor = {
  setPhase: (phase: Phase) => void;
  /** Figures that are asked of the database come from here: one connection of their own, and statements that end soon. */
  database: Database;
  addFigures: (figures: AskedFigures) => void;
  readiness: () => Promise<Readiness>;
  /** Figures in the text format of Prometheus, without those that could not be asked in time. */
  metrics: () => Promise<string>;
};

const FIGURES_MS = 1_500;
const STATEMENT_MS = 1_000;
/** Figures wait for one another, and may be there for the next reader only. */
const FIGURES_WAIT_MS = 5_000;
const DISK_EVERY_MS = 10_000;

/**
 * Makes the monitor of a program, once. Process and event loop are observed from now on.
 * @param program the label `program` of all figures
 */
export function createMonitor(program: string, config: Config & { database: { url: string } }): Monitor {
  const connect = (waitMs: number) =>
    createDatabase(config.database.url, { max: 1, waitMs, statementMs: STATEMENT_MS, name: 'countersign-monitoring' });
  // figures that take long must not make a database look away
  const [connection, { database }] = [connect(STATEMENT_MS), connect(FIGURES_WAIT_MS)];
  const look = createReadiness({ connection, folders: listMigrationFolders(config.rootDir), blobs: createBlobStore(config) });
  const figures = createFigureKeeper(FIGURES_MS);
  figures.add(diskFigures(config.dataDir));
  beginFigures(program);
  let phase: Phase = 'starting';

  const readiness = async () => {
    const found = await look(phase);
    METRICS.ready.set(found.status === 'ready' ? 1 : 0);
    for (const [check, says] of Object.entries(found.checks)) METRICS.checks.set({ check }, says === 'ok' ? 1 : 0);
    return found;
  };
  return {
    setPhase(next) {
      phase = next;
    },
    database,
    addFigures: figures.add,
    readiness,
    async metrics() {
      await Promise.all([readiness(), figures.refresh()]);
      return METRICS.registry.metrics();
    },
  };
}

/** Observes this process, and puts its name on everything that it counts. */
export function beginFigures(program: string): void {
  METRICS.registry.setDefaultLabels({ program });
  METRICS.info.set({ version: PRODUCT.version }, 1);
  observeProcess(METRICS.registry);
}

function diskFigures(folder: string): AskedFigures {
  return {
    everyMs: DISK_EVERY_MS,
    forget() {
      METRICS.freeBytes.remove();
      METRICS.sizeBytes.remove();
    },
    async ask() {
      const { bavail, blocks, bsize } = await statfs(folder);
      METRICS.freeBytes.set(bavail * bsize);
      METRICS.sizeBytes.set(blocks * bsize);
    },
  };
}

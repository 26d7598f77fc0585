import { type Config, ConfigError, readConfig } from '../config.ts';
import { listMigrationFolders } from '../database/migration-folders.ts';
import { NewerDatabaseError } from '../database/migration-state.ts';
import { waitForMigrations } from '../database/wait-for-migrations.ts';
import { createLog, type Log } from '../log.ts';
import { logConsole } from '../log-console.ts';
import type { Monitor } from '../monitoring/create-monitor.ts';
import { type MonitoringAnswer, type MonitoringQuestion, openMonitoring } from '../monitoring/open-monitoring.ts';
import { disableTelemetry } from '../no-telemetry.ts';
import { PRODUCT } from '../product.ts';
import { openTracing } from '../tracing/open-tracing.ts';
import { hideFromChildren } from './child-walls.ts';
import { listHiddenFolders } from './hidden-folders.ts';

/** A started program: how it ends in good order. Everything it opened is closed when `stop` resolves. */
export type Program = { stop: () => Promise<void> };

/** What the launcher says to a program, and a program to the launcher. */
export type LauncherMessage = 'stop' | 'ping' | MonitoringQuestion;
export type ProgramMessage = 'ready' | 'pong' | MonitoringAnswer;

const STOP_MS = 10_000;
const ORPHAN_STOP_MS = 2_000;

/**
 * Runs a program of the product: reads the configuration, starts it, tells the launcher that it is ready, and stops it when
 * the launcher says so, when the launcher is gone, or (started alone) on SIGINT and SIGTERM. Under a launcher signals are
 * ignored: the terminal sends Ctrl-C to the whole group, and the launcher decides the order.
 * @param name shown in the log, and in figures
 * @param start gets the monitor where there is one, for figures that the program asks of the database
 */
export async function runProgram(
  name: string,
  start: (setting: { config: Config; log: Log; monitor: Monitor | null }) => Promise<Program>,
): Promise<void> {
  disableTelemetry();
  const config = readConfigOrExit();
  const log = createLog({ ...config.log, program: name });
  // while developing Next's own words are for reading
  if (!process.argv.includes('--dev')) logConsole(log);
  hideFromChildren(listHiddenFolders(config));
  process.on('uncaughtException', (error) => {
    log.error('an error was not handled; the program ends', { error });
    process.exit(1);
  });
  process.on('unhandledRejection', (error) => {
    log.error('an error was not handled; the program ends', { error });
    process.exit(1);
  });

  let program: Program | null = null;
  let monitor: Monitor | null = null;
  let endTracing = async () => {};
  let stopping = false;
  const stop = async (code: number, limit: number) => {
    if (stopping) return;
    stopping = true;
    monitor?.setPhase('draining');
    const timer = setTimeout(() => process.exit(code || 1), limit);
    await program?.stop().catch((error) => log.warn('stopping met an error', { error }));
    clearTimeout(timer);
    await endTracing();
    process.exit(code);
  };
  const underLauncher = process.send !== undefined;
  if (underLauncher) {
    process.on('message', (message: LauncherMessage) => {
      if (message === 'stop') void stop(0, STOP_MS);
      else if (message === 'ping') process.send?.('pong' satisfies ProgramMessage, undefined, undefined, () => undefined);
    });
    process.on('disconnect', () => void stop(1, ORPHAN_STOP_MS));
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (!underLauncher) void stop(0, STOP_MS);
    });
  }

  try {
    monitor = await openMonitoring(name, config);
    endTracing = await openTracing(name, config, log);
    if (config.database.url) await waitForMigrations({ url: config.database.url, folders: listMigrationFolders(config.rootDir), log });
    if (stopping) return;
    program = await start({ config, log, monitor });
  } catch (error) {
    if (error instanceof ConfigError || error instanceof NewerDatabaseError) log.error(error.message);
    else log.error('the program could not start', { error });
    process.exit(1);
  }
  if (!stopping) monitor?.setPhase('running');
  process.send?.('ready' satisfies ProgramMessage);
  // under a launcher that says it for all
  log[underLauncher ? 'debug' : 'info']('ready', { version: PRODUCT.version });
}

function readConfigOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

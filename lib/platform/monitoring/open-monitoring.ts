import type { Config } from '../config.ts';
import { createMonitor, type Monitor } from './create-monitor.ts';
import { startMonitoringServer } from './monitoring-server.ts';

/** What the launcher asks a program, over their channel. */
export type MonitoringQuestion = { ask: 'readiness' | 'metrics'; id: number };
/** The answer to the question of that ID: a `Readiness` as JSON, or figures in the text format of Prometheus. */
export type MonitoringAnswer = { id: number; text: string };

/**
 * Makes the monitor of this program where the settings name a port for it. Started alone it listens there; under a launcher, which listens
 * for all, it answers the launcher.
 * @throws ConfigError when the port cannot be had
 */
export async function openMonitoring(program: string, config: Config): Promise<Monitor | null> {
  const { monitoring, database } = config;
  if (!monitoring || database.url === null) return null;
  const monitor = createMonitor(program, { ...config, database: { ...database, url: database.url } });
  if (process.send) answerLauncher(monitor);
  else await startMonitoringServer(monitoring, monitor);
  return monitor;
}

function answerLauncher(monitor: Monitor): void {
  process.on('message', (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('ask' in message)) return;
    const { ask, id } = message as MonitoringQuestion;
    const asked = ask === 'metrics' ? monitor.metrics() : monitor.readiness().then((found) => JSON.stringify(found));
    asked.then(
      (text) => process.send?.({ id, text } satisfies MonitoringAnswer, undefined, undefined, () => undefined),
      // without an answer the launcher takes the program for not ready
      () => undefined,
    );
  });
}

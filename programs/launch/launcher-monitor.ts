import type { Config } from '#lib/platform/config.ts';
import { mergeMetrics } from '#lib/platform/metrics/merge-metrics.ts';
import { METRICS } from '#lib/platform/metrics/metrics.ts';
import { beginFigures } from '#lib/platform/monitoring/create-monitor.ts';
import { startMonitoringServer } from '#lib/platform/monitoring/monitoring-server.ts';
import type { Readiness } from '#lib/platform/monitoring/readiness.ts';
import type { ChildProgram } from './child-program.ts';

type Asked = Pick<ChildProgram, 'name' | 'ask'>;
/** What a program says of itself, or that it says nothing. */
type ProgramReadiness = Readiness | { status: 'not_ready'; checks: { answers: string } };

/** All programs that there have to be before everything is ready. */
const EXPECTED = ['service', 'service-worker', 'desk-worker', 'web'] as const;

/**
 * Listens for monitoring where the settings name a port: ready when all programs are, and the figures of all of them, each with the label
 * `program`.
 * @param programs those that were started so far
 * @throws ConfigError when the port cannot be had
 */
export async function openLauncherMonitoring(config: Config, programs: () => readonly Asked[]): Promise<void> {
  if (!config.monitoring) return;
  beginFigures('launcher');
  await startMonitoringServer(config.monitoring, {
    readiness: () => askReadiness(programs()),
    async metrics() {
      const [readiness, texts] = await Promise.all([askReadiness(programs()), Promise.all(programs().map(({ ask }) => ask('metrics')))]);
      METRICS.ready.set(readiness.status === 'ready' ? 1 : 0);
      const own = await METRICS.registry.metrics();
      return mergeMetrics([own, ...texts.map((text, index) => text ?? silent(programs()[index]?.name ?? ''))]);
    },
  });
}

/** What is told for a program that does not answer. */
function silent(program: string): string {
  return program === '' ? '' : `# HELP countersign_ready\n# TYPE countersign_ready gauge\ncountersign_ready{program="${program}"} 0\n`;
}

async function askReadiness(
  programs: readonly Asked[],
): Promise<{ status: 'ready' | 'not_ready'; programs: Record<string, ProgramReadiness> }> {
  const found = await Promise.all(
    EXPECTED.map(async (name): Promise<[string, ProgramReadiness]> => {
      const program = programs.find((one) => one.name === name);
      if (!program) return [name, { status: 'not_ready', checks: { answers: 'not started yet' } }];
      const text = await program.ask('readiness');
      return [name, text === null ? { status: 'not_ready', checks: { answers: 'does not answer' } } : (JSON.parse(text) as Readiness)];
    }),
  );
  const isReady = found.every(([, { status }]) => status === 'ready');
  return { status: isReady ? 'ready' : 'not_ready', programs: Object.fromEntries(found) };
}

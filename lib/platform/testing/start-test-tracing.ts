import { expect } from 'vitest';
import { z } from 'zod';
import { createLog } from '../log.ts';
import { openTracing } from '../tracing/open-tracing.ts';
import { type TracingConfig, toTracing, tracingVariables } from '../tracing-settings.ts';
import { type CollectedSpan, startCollector } from './start-collector.ts';

/** Records the spans of this process. */
export type TestTracing = {
  /** Ends recording; all spans that were recorded. */
  end: () => Promise<CollectedSpan[]>;
  /** Lines of the log. */
  lines: string[];
};

/** How traces are set up by variables. */
export function tracingOf(variables: Record<string, string>): TracingConfig {
  const tracing = toTracing(z.object(tracingVariables).parse(variables));
  expect(tracing).not.toBeNull();
  return tracing!;
}

/** Switches tracing on in this process, with a collector of its own. */
export async function startTestTracing(variables: Record<string, string> = {}): Promise<TestTracing> {
  const collector = await startCollector();
  const lines: string[] = [];
  const log = createLog({ level: 'debug', format: 'json', program: 'test', write: (line) => void lines.push(line) });
  const close = await openTracing('test', { tracing: tracingOf({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...variables }) }, log);
  return {
    lines,
    async end() {
      await close();
      collector.close();
      return collector.spans;
    },
  };
}

import { collectDefaultMetrics, type Registry } from 'prom-client';

/** Gauges that the library names like counters, and has by type as well. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Observes this process and its event loop from now on. Once for a registry. */
export function observeProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
}

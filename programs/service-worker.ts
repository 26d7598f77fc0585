import { runProgram } from '#lib/platform/children/run-program.ts';
import { queueFigures } from '#lib/platform/queue/queue-figures.ts';
import { serviceQueues } from '#lib/service/context/queues.ts';
import { createService } from '#lib/service/service.ts';
import { openServiceContext } from './compose/open-service-context.ts';
import { requireSameSecrets } from './compose/require-same-secrets.ts';

/** Indexes documents and works off jobs of the service. On several machines there may be many. */
const DRAIN_MS = 7_000;

await runProgram('service-worker', async ({ config, log, monitor }) => {
  await requireSameSecrets(config, ['encryption-key']);
  const { context, close } = await openServiceContext(config, log, { supervise: true });
  const queues = Object.keys(serviceQueues(config.reading.timeoutMs));
  monitor?.addFigures(queueFigures(monitor.database, queues));
  const service = createService(context);
  await service.startWorker({ warm: true });
  return {
    async stop() {
      await context.queue.drain(DRAIN_MS);
      await service.stop();
      await close();
    },
  };
});

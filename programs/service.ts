import { runProgram } from '#lib/platform/children/run-program.ts';
import { secretOf } from '#lib/platform/secrets.ts';
import { ensureApiKey } from '#lib/service/context/api-keys.ts';
import { createService } from '#lib/service/service.ts';
import { openServiceContext } from './compose/open-service-context.ts';
import { requireSameSecrets } from './compose/require-same-secrets.ts';

/** The service's HTTP interface under `/v1`. Its worker is `service-worker`. */
const DRAIN_MS = 8_000;

await runProgram('service', async ({ config, log }) => {
  await requireSameSecrets(config, ['encryption-key']);
  const { context, close } = await openServiceContext(config, log, { supervise: false });
  await ensureApiKey(context.database, secretOf(config, 'desk-api-key'), 'desk');
  const service = createService(context);
  const { host, port } = await service.startHttp();
  log.debug('listening', { host, port });
  // for the first upload whose kind takes more than a look
  context.reader.warm().catch((error) => log.warn('the first upload will take longer', { error }));
  return {
    async stop() {
      await service.drain(DRAIN_MS);
      await service.stop();
      await close();
    },
  };
});

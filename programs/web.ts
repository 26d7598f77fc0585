import { createServer } from 'node:http';
import next from 'next';
import { runProgram } from '#lib/platform/children/run-program.ts';
import { type Config, embeddedServiceUrl } from '#lib/platform/config.ts';
import { observeRequests } from '#lib/platform/http/observe-requests.ts';
import { recall } from '#lib/platform/remember.ts';
import { keepSetUpToken } from './compose/keep-set-up-token.ts';
import { requireSameSecrets } from './compose/require-same-secrets.ts';
import { answerSecurityText } from './web/answer-security-text.ts';
import { createPlaces } from './web/create-places.ts';
import { createRequestListener } from './web/create-request-listener.ts';
import { createForwarder, MOST_CONNECTIONS } from './web/forward.ts';
import { setAddressHeaders } from './web/own-address.ts';
import { createRouteFinder } from './web/route-finder.ts';
import { watchWrongKeys } from './web/watch-wrong-keys.ts';

/**
 * The desk's web server: Next behind an HTTP server of our own, because Node's limit of five minutes for receiving a
 * request would cut slow uploads, Next has no setting for it, and a `proxy.ts` would cut bodies at 10 MB. `--dev`: hot reload.
 */
const DEV = process.argv.includes('--dev');
const HEADERS_TIMEOUT_MS = 60_000;
/** How often Node looks for requests beyond their time. */
const CHECK_MS = 5_000;
/** A connection on which nothing moves for so long is closed. Longer than any answer takes. */
const SILENCE_MS = 600_000;
const DRAIN_MS = 8_000;

await runProgram('web', async ({ config, log }) => {
  await requireSameSecrets(config, ['encryption-key', 'session-secret']);
  await keepSetUpToken(config);
  const app = createNext(config);
  await app.prepare();
  const answer = app.getRequestHandler();
  // without a service of our own, /v1 is that of the deployment
  const elsewhere = config.service.port === 0 ? config.deployment : null;
  const forwarder = createForwarder(elsewhere?.url ?? embeddedServiceUrl(config), { isOurs: elsewhere === null });
  const https = config.web.publicUrl?.startsWith('https:') ?? false;

  const routeOf = createRouteFinder(config.rootDir);
  const handle = createRequestListener({
    trustedProxies: config.web.trustedProxies,
    dev: DEV,
    https,
    places: createPlaces({ ...config.web.requestsAtOnce, inAll: MOST_CONNECTIONS }),
    wrongKeys: watchWrongKeys(log),
    routeOf,
    forward: forwarder.forward,
    answer: (request, response) => {
      if (answerSecurityText(request, response, { rootDir: config.rootDir, publicUrl: config.web.publicUrl })) return;
      setAddressHeaders(request, config.web.publicUrl);
      answer(request, response).catch((error) => {
        log.error('a request failed', { error });
        if (!response.headersSent) response.statusCode = 500;
        response.end();
      });
    },
  });
  const server = createServer(
    {
      requestTimeout: config.web.requestTimeoutMs,
      headersTimeout: config.web.requestTimeoutMs === 0 ? HEADERS_TIMEOUT_MS : Math.min(HEADERS_TIMEOUT_MS, config.web.requestTimeoutMs),
      connectionsCheckingInterval: CHECK_MS,
      keepAliveTimeout: 65_000,
      insecureHTTPParser: false,
    },
    handle,
  );
  server.timeout = SILENCE_MS;
  observeRequests(server, routeOf, log);
  if (DEV) server.on('upgrade', app.getUpgradeHandler());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.web.port, config.web.host, resolve);
  });
  return {
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const late = new Promise<void>((resolve) => setTimeout(resolve, DRAIN_MS).unref());
      await Promise.race([closed, late]);
      server.closeAllConnections();
      await forwarder.close();
      await app.close();
      // made by the routes at the first request (app/backend.ts)
      const backend = await recall<Promise<{ close: () => Promise<void> }>>('web-backend');
      await backend?.close();
    },
  };
});

function createNext(config: Config) {
  // under Node's ESM rules the CommonJS module's function arrives either itself or as `default`
  const create = ((next as unknown as { default?: typeof next }).default ?? next) as typeof next;
  return create({ dev: DEV, dir: config.rootDir, hostname: config.web.host, port: config.web.port });
}

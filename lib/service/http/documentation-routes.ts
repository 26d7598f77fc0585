import { describeApi } from './describe-api.ts';
import { documentationPage } from './documentation-page.ts';
import type { ServiceApp } from './service-app.ts';

/** GET /v1/openapi.json, its readable page /v1/docs, and /v1/health; these three need no key. */
export function addDocumentationRoutes(app: ServiceApp): void {
  let described: ReturnType<typeof describeApi> | undefined;
  const describe = () => {
    described ??= describeApi(app);
    return described;
  };
  app.get('/v1/openapi.json', (c) => c.json(describe()));
  app.get('/v1/health', (c) => c.json({ status: 'ok' }));
  app.get('/v1/docs', (c) =>
    c.html(documentationPage(describe()), 200, {
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    }),
  );
}

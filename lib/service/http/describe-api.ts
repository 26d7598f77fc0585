import type { ServiceApp } from './service-app.ts';

/** The OpenAPI 3.1 document of the app, made from the routes and the contract. */
export function describeApi(app: ServiceApp) {
  app.openAPIRegistry.registerComponent('securitySchemes', 'ApiKey', { type: 'http', scheme: 'bearer' });
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Countersign document service',
      version: '1',
      description: 'Upload a document, wait until it is completed, submit a job, read its result. Errors are problem documents (RFC 9457).',
    },
    servers: [{ url: '/' }],
    security: [{ ApiKey: [] }],
    'x-countersign': { service: 3, schemas: true, examples: true, memory: true },
  });
}

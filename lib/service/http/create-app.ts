import { OpenAPIHono } from '@hono/zod-openapi';
import { bodyLimit } from 'hono/body-limit';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { refuseInvalid, toProblemResponse, toServiceProblem } from './answer-problem.ts';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { checkJsonBody } from './check-json-body.ts';
import { addDocumentationRoutes } from './documentation-routes.ts';
import { drainBody } from './drain-body.ts';
import { IS_EXAMPLES, IS_MEMORY, pathOf } from './paths.ts';
import { refuseUnknown, takesMethod } from './refuse-unknown.ts';
import { addDocumentRoutes } from './routes/document-routes.ts';
import { addExampleRoutes } from './routes/example-routes.ts';
import { addJobRoutes } from './routes/job-routes.ts';
import { addKeyRoutes } from './routes/key-routes.ts';
import { addMemoryRoutes } from './routes/memory-routes.ts';
import { addSchemaRoutes } from './routes/schema-routes.ts';
import { addSummaryRoutes } from './routes/summary-routes.ts';
import type { ServiceApp, ServiceEnv } from './service-app.ts';

const JSON_BODY_BYTES = 2 * 1024 * 1024;
/** Of an example: the values of a document with a thousand rows and the place of each. Also of examples that are imported. */
const EXAMPLE_BYTES = 8 * 1024 * 1024;
/** Tells a caller that this deployment is ours and takes schemas, since 2 examples too, since 3 memory; the number is raised with what it offers. */
const ANNOUNCEMENT = { 'countersign-service': '3' };

export type Lifecycle = { state: 'ready' | 'draining' };

/** The service's HTTP interface. */
export function createApp(context: ServiceContext, lifecycle: Lifecycle): ServiceApp {
  const app: ServiceApp = new OpenAPIHono<ServiceEnv>({ defaultHook: refuseInvalid, strict: false });
  app.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries({ ...ANNOUNCEMENT, 'x-content-type-options': 'nosniff' })) c.header(name, value);
    if (!c.res.headers.has('cache-control')) c.header('cache-control', 'no-store');
  });
  app.use(async (_c, next) => {
    if (lifecycle.state !== 'ready') throw new ProblemError('unavailable', undefined, { headers: { 'retry-after': '3' } });
    await next();
  });
  addDocumentationRoutes(app);
  app.use(authenticate(context.database));
  app.use(authorize(context.config.service.keyRequestsPerMinute));
  const limitJson = limitBody(JSON_BODY_BYTES);
  const limitExample = limitBody(EXAMPLE_BYTES);
  app.use(async (c, next) => {
    if (!takesMethod(app, c.req.method, pathOf(c))) throw refuseUnknown(app, c.req.method, pathOf(c));
    // the upload bounds its own body
    if (c.req.method === 'POST' && pathOf(c) === '/v1/documents') return next();
    const limit = IS_EXAMPLES.test(pathOf(c)) || IS_MEMORY.test(pathOf(c)) ? limitExample : limitJson;
    return limit(c, () => checkJsonBody(c, next) as Promise<void>);
  });
  addDocumentRoutes(app, context);
  addSchemaRoutes(app, context);
  addExampleRoutes(app, context);
  addMemoryRoutes(app, context);
  addJobRoutes(app, context);
  addSummaryRoutes(app, context, () => lifecycle.state !== 'ready');
  addKeyRoutes(app, context);
  app.notFound((c) => toProblemResponse(refuseUnknown(app, c.req.method, pathOf(c))));
  app.onError(async (error, c) => {
    const problem = toServiceProblem(error, context.log, c.req.raw);
    // a stranger is not waited for
    if (problem.code !== 'unauthenticated') await drainBody(c.req.raw);
    return toProblemResponse(problem);
  });
  return app;
}

function limitBody(maxSize: number) {
  return bodyLimit({
    maxSize,
    onError: () => {
      throw new ProblemError('body_too_large', `A JSON body may have at most ${maxSize / 1024 / 1024} MB here.`);
    },
  });
}

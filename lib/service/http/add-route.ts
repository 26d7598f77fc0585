import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { z } from 'zod';
import type { ServiceApp, ServiceEnv } from './service-app.ts';

type ServiceRoute = RouteConfig & { request?: { params?: z.ZodType; query?: z.ZodType } };
type Json<R extends ServiceRoute> = R extends {
  request: { body: { content: { 'application/json': { schema: infer S extends z.ZodType } } } };
}
  ? z.output<S>
  : undefined;

/** What a request brings, checked against the route's schemas. */
export type RouteInput<R extends ServiceRoute> = {
  params: R extends { request: { params: infer P extends z.ZodType } } ? z.output<P> : undefined;
  query: R extends { request: { query: infer Q extends z.ZodType } } ? z.output<Q> : undefined;
  body: Json<R>;
};

/** Adds a route to the app and to its OpenAPI document. The handler gets the checked input; wrong input never reaches it. */
export function addRoute<const R extends ServiceRoute>(
  app: ServiceApp,
  route: R,
  handler: (c: Context<ServiceEnv>, input: RouteInput<R>) => Promise<Response> | Response,
): void {
  const content = (route.request?.body?.content ?? {}) as Record<string, { schema?: unknown }>;
  const hasBody = typeof (content['application/json']?.schema as { parse?: unknown } | undefined)?.parse === 'function';
  app.openapi(createRoute(route), ((c: Context<ServiceEnv>) => {
    const valid = (target: string) => c.req.valid(target as never);
    return handler(c, {
      params: route.request?.params ? valid('param') : undefined,
      query: route.request?.query ? valid('query') : undefined,
      body: hasBody ? valid('json') : undefined,
    } as RouteInput<R>);
  }) as never);
}

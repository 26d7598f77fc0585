import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Caller } from '../context/api-keys.ts';

/** What the service's handlers find in their context. */
export type ServiceEnv = { Variables: { apiKey: Caller } };
export type ServiceApp = OpenAPIHono<ServiceEnv>;

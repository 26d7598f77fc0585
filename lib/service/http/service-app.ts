import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiKey } from '../api-keys.ts';

/** What the service's handlers find in their context. */
export type ServiceEnv = { Variables: { apiKey: ApiKey } };
export type ServiceApp = OpenAPIHono<ServiceEnv>;

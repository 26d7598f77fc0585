import {
  type ApiKey,
  apiKeySchema,
  listApiKeysSchema,
  type MadeApiKey,
  madeApiKeySchema,
  type NewApiKey,
} from '#lib/contract/desk/api-key.ts';
import { withTrace } from '#lib/platform/http/trace-call.ts';
import { type Connection, call, DEFAULT_LIMITS } from './call.ts';
import { NO_PACE } from './pace.ts';

/** Manages the API keys of a service of ours. Every method throws `DeploymentError`. */
export type KeysClient = {
  list: () => Promise<ApiKey[]>;
  create: (key: NewApiKey & { made_by: string }) => Promise<MadeApiKey>;
  revoke: (id: string) => Promise<ApiKey>;
};

/** @param options.apiKey one with the scope `admin` */
export function createKeysClient(options: { baseUrl: string; apiKey: string }): KeysClient {
  const traced: typeof fetch = (address, init) => fetch(address, withTrace(init));
  const connection: Connection = { root: options.baseUrl, apiKey: options.apiKey, fetch: traced, pace: NO_PACE, limits: DEFAULT_LIMITS };
  return {
    list: async () => listApiKeysSchema.parse((await call(connection, { method: 'GET', path: '/v1/keys' })).body).items,
    create: async (key) => madeApiKeySchema.parse((await call(connection, { method: 'POST', path: '/v1/keys', json: key })).body),
    revoke: async (id) =>
      apiKeySchema.parse((await call(connection, { method: 'DELETE', path: `/v1/keys/${encodeURIComponent(id)}` })).body),
  };
}

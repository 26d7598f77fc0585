import { z } from '@hono/zod-openapi';
import { apiKeySchema, listApiKeysSchema, madeApiKeySchema, newApiKeySchema } from '#lib/contract/desk/api-key.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../../context/api-keys.ts';
import type { ServiceContext } from '../../context/service-context.ts';
import { addRoute } from '../add-route.ts';
import { json, jsonBody, named, problems, uuidParam } from '../openapi-parts.ts';
import { recordOperation } from '../record-operation.ts';
import type { ServiceApp } from '../service-app.ts';

const tags = ['Keys'];
const newKey = newApiKeySchema.extend({
  made_by: z.string().max(120).nullable().default(null).openapi({ description: 'Who had it made, for people to read' }),
});

/** Managing the keys of this service, for keys with the scope `admin`. */
export function addKeyRoutes(app: ServiceApp, context: ServiceContext): void {
  const { database } = context;
  addRoute(
    app,
    {
      method: 'get',
      path: '/v1/keys',
      tags,
      summary: 'List API keys',
      description: 'The keys themselves are not kept. Needs the scope “admin”, like all of this.',
      responses: { 200: json(listApiKeysSchema, 'All keys, also those that no longer work.'), ...problems() },
    },
    async (c) => c.json({ items: await listApiKeys(database) }),
  );
  addRoute(
    app,
    {
      method: 'post',
      path: '/v1/keys',
      tags,
      summary: 'Make an API key',
      request: { body: jsonBody(newKey) },
      responses: {
        201: json(named(madeApiKeySchema, 'MadeApiKey'), 'The key. It is shown only this once.'),
        ...problems('malformed_body', 'invalid_request', 'body_too_large', 'unsupported_media_type'),
      },
    },
    async (c, { body }) => {
      const { name, scopes, expires_at, made_by } = body;
      const expiresAt = expires_at === null ? null : new Date(expires_at);
      const made = await database.transaction(async (tx) => {
        const key = await createApiKey(tx, name, { scopes, expiresAt, madeBy: made_by });
        const detail = { key: key.name, prefix: key.prefix, scopes: key.scopes, until: key.expires_at };
        await recordOperation(context, c, tx, { event: 'api_key.made', detail });
        return key;
      });
      return c.json(made, 201);
    },
  );
  addRoute(
    app,
    {
      method: 'delete',
      path: '/v1/keys/{key_id}',
      tags,
      summary: 'Revoke an API key',
      description: 'It stops working at once and stays in the list. The key of the configuration cannot be revoked here.',
      request: { params: z.object({ key_id: uuidParam }) },
      responses: { 200: json(named(apiKeySchema, 'ApiKey'), 'The revoked key.'), ...problems('not_found', 'conflict') },
    },
    async (c, { params: { key_id } }) => {
      const revoked = await database.transaction(async (tx) => {
        const key = await revokeApiKey(tx, key_id);
        await recordOperation(context, c, tx, { event: 'api_key.revoked', detail: { key: key.name, prefix: key.prefix } });
        return key;
      });
      return c.json(revoked);
    },
  );
}

import type { ApiKey, MadeApiKey, NewApiKey } from '#lib/contract/desk/api-key.ts';
import { createKeysClient, type KeysClient } from '#lib/deployment/create-keys-client.ts';
import { embeddedServiceUrl } from '#lib/platform/config.ts';
import { secretOf } from '#lib/platform/secrets.ts';
import { recordEvent } from '../../audit/operations/record-event.ts';
import type { Actor, Desk } from '../../context/desk.ts';

/** The embedded service's keys are managed through its own interface, with the key of the configuration. */
function keysOf({ config }: Desk): KeysClient {
  const apiKey = secretOf(config, 'desk-api-key');
  return createKeysClient({ baseUrl: embeddedServiceUrl(config), apiKey });
}

/** All keys of the embedded service. @throws DeploymentError when it does not answer */
export function listServiceKeys(desk: Desk): Promise<ApiKey[]> {
  return keysOf(desk).list();
}

/** Makes a key. @throws DeploymentError when the service does not answer */
export async function createServiceKey(desk: Desk, actor: NonNullable<Actor>, key: NewApiKey): Promise<MadeApiKey> {
  const made = await keysOf(desk).create({ ...key, made_by: actor.name });
  const { name, prefix, scopes, expires_at } = made;
  await recordEvent(desk, actor, 'api_key.made', { key: name, prefix, scopes, until: expires_at });
  return made;
}

/** Ends a key at once. @throws DeploymentError `not_found`, `conflict` for the key of the configuration, or when the service does not answer */
export async function revokeServiceKey(desk: Desk, actor: NonNullable<Actor>, id: string): Promise<void> {
  const { name, prefix } = await keysOf(desk).revoke(id);
  await recordEvent(desk, actor, 'api_key.revoked', { key: name, prefix });
}

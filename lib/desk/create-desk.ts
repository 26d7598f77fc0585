import { createHash } from 'node:crypto';
import { ProblemError } from '#lib/contract/problem-error.ts';
import { createDeploymentClient } from '#lib/deployment/create-deployment-client.ts';
import type { BlobStore } from '#lib/platform/blob-store.ts';
import { type Config, embeddedServiceUrl } from '#lib/platform/config.ts';
import type { Database } from '#lib/platform/database.ts';
import type { Log } from '#lib/platform/log.ts';
import type { Queue } from '#lib/platform/queue.ts';
import { decrypt, encrypt, getSecret } from '#lib/platform/secrets.ts';
import { createReader, type Reader } from '#lib/reading/reader.ts';
import type { ConnectedDeployment, Desk } from './desk.ts';
import { deployments } from './tables.ts';

const EMBEDDED_ID = 'embedded';

/**
 * Composes the desk over a migrated database: its deployments (the one of the configuration is noted with its key
 * encrypted, so that its documents are followed up even after the configuration names another) and its reader.
 * @param options.reader default: one of its own
 * @param options.isFileKept see `Desk`; null for programs that cannot know
 */
export async function createDesk(options: {
  config: Config;
  database: Database;
  blobs: BlobStore;
  queue: Pick<Queue, 'send'>;
  log: Log;
  reader?: Reader;
  isFileKept?: ((sha256: string) => Promise<boolean>) | null;
}): Promise<Desk> {
  const { config, database, blobs, queue, log } = options;
  const connected = await connectDeployments(config, database);
  const presentId = config.deployment ? remoteId(config.deployment.url) : EMBEDDED_ID;
  const getDeployment = (id: string): ConnectedDeployment => {
    const found = connected.get(id);
    if (!found) throw new ProblemError('deployment_unreachable', 'The deployment that has this document is not connected any more.');
    return found;
  };
  return {
    config,
    database,
    blobs,
    queue,
    log,
    reader: options.reader ?? createReader({ database, blobs, log, config }),
    present: () => getDeployment(presentId),
    getDeployment,
    isFileKept: options.isFileKept ?? null,
  };
}

function remoteId(url: string): string {
  return `remote-${createHash('sha256').update(url).digest('hex').slice(0, 16)}`;
}

async function connectDeployments(config: Config, database: Database): Promise<Map<string, ConnectedDeployment>> {
  const encryptionKey = getSecret(config.dataDir, 'encryption-key');
  await database.insert(deployments).values({ id: EMBEDDED_ID, name: 'Embedded service', embedded: true }).onConflictDoNothing();
  if (config.deployment) {
    const { url, key } = config.deployment;
    const row = { name: new URL(url).host, baseUrl: url, encryptedKey: encrypt(encryptionKey, key) };
    await database
      .insert(deployments)
      .values({ id: remoteId(url), ...row })
      .onConflictDoUpdate({ target: deployments.id, set: row });
  }
  const connected = new Map<string, ConnectedDeployment>();
  for (const row of await database.select().from(deployments)) {
    const { id, name, embedded } = row;
    if (embedded) {
      const apiKey = config.service.apiKey ?? getSecret(config.dataDir, 'desk-api-key');
      connected.set(id, { id, name, embedded, client: createDeploymentClient({ baseUrl: embeddedServiceUrl(config), apiKey }) });
    } else if (row.baseUrl && row.encryptedKey) {
      const apiKey = decrypt(encryptionKey, row.encryptedKey);
      connected.set(id, { id, name, embedded, client: createDeploymentClient({ baseUrl: row.baseUrl, apiKey }) });
    }
  }
  return connected;
}
